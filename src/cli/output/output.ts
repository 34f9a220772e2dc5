import { CliError } from '../cli-error.js';
import type { Io } from '../io.js';

/** The size of a write in characters: many small writes would be slow. */
const CHUNK = 64 * 1024;

/** The reader of standard output has closed the pipe. This is not an error: the program ends quietly. */
export class ClosedPipe extends Error {}

const CLOSED = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

/**
 * Buffered standard output. It writes large chunks and waits for each, so that a slow reader does not fill the memory.
 * The buffer is also written as soon as the program waits for something.
 */
export class Output {
  readonly #stream: Io['stdout'];
  #gathered = '';
  #writing: Promise<void> = Promise.resolve();
  #scheduled = false;

  constructor(stream: Io['stdout']) {
    this.#stream = stream;
    // The callback of a write gets the error; without a listener it would also end the process.
    stream.on('error', () => {});
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true;
  }

  /** The width of the terminal in columns. Some terminals report 0. */
  get width(): number {
    return this.#stream.columns || 80;
  }

  /** @throws {ClosedPipe | CliError} when the reader has closed the pipe, or the disk is full */
  async write(text: string): Promise<void> {
    this.#gathered += text;
    if (this.#gathered.length >= CHUNK) return this.flush();
    this.#flushSoon();
  }

  /**
   * Resolves when the buffer is written.
   *
   * @throws {ClosedPipe | CliError} as `write`
   */
  flush(): Promise<void> {
    const text = this.#gathered;
    this.#gathered = '';
    if (text !== '') this.#writing = this.#writing.then(() => this.#put(text));
    return this.#writing;
  }

  #flushSoon(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      // The next write or flush throws the error.
      this.flush().catch(() => {});
    });
  }

  #put(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stream.write(text, (error) => {
        if (!error) resolve();
        else if (CLOSED.has((error as NodeJS.ErrnoException).code ?? '')) reject(new ClosedPipe());
        else reject(new CliError('other', `the output cannot be written: ${error.message}`));
      });
    });
  }
}

import { CliError } from '../cli-error.js';
import type { Io } from '../io.js';

/** How much text is gathered before it is written: many small writes would cost more than the work itself. */
const CHUNK = 64 * 1024;

/** Whoever read standard output has gone away: nothing is wrong, and there is nothing left to do. */
export class ClosedPipe extends Error {}

const CLOSED = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

/**
 * Standard output: gathers text, writes it in large pieces, and waits until a piece has been taken before the next, so
 * that a slow reader bounds the memory. What is gathered goes out as well as soon as the program waits for something.
 */
export class Output {
  readonly #stream: Io['stdout'];
  #gathered = '';
  #writing: Promise<void> = Promise.resolve();
  #scheduled = false;

  constructor(stream: Io['stdout']) {
    this.#stream = stream;
    // A write reports its own error; without a listener the same error would end the process as well.
    stream.on('error', () => {});
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true;
  }

  /** The width of the terminal in columns. Some that do not know it say 0. */
  get width(): number {
    return this.#stream.columns || 80;
  }

  /**
   * @throws {ClosedPipe | CliError} when the reader has gone, or there is no room
   */
  async write(text: string): Promise<void> {
    this.#gathered += text;
    if (this.#gathered.length >= CHUNK) return this.flush();
    this.#flushSoon();
  }

  /**
   * Resolves when everything that was written has been taken.
   *
   * @throws {ClosedPipe | CliError} when the reader has gone, or there is no room
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
      // Whoever writes or flushes next is told of the error.
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

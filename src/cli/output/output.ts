import { reasonOf } from '../../system-error.js';
import { turn } from '../../turn.js';
import { CliError } from '../cli-error.js';
import type { Pager, Paging } from './pager.js';
import type { Sink } from './terminal.js';

/** The size of a write in characters: many small writes would be slow. */
const CHUNK = 64 * 1024;

/** The reader of standard output has closed the pipe. This is not an error: the program ends quietly. */
export class ClosedPipe extends Error {}

const CLOSED = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

/**
 * Buffered standard output. It writes large chunks and waits for each, so that a slow reader does not fill the memory. The buffer
 * is also written as soon as the program waits for something.
 *
 * With `page`, a screenful is held back: what is longer goes to a pager, as it arrives.
 */
export class Output {
  readonly #stream: Sink;
  #gathered = '';
  #writing: Promise<void> = Promise.resolve();
  #scheduled = false;
  #paging: Paging | undefined;
  #held = '';
  #pager: Pager | undefined;
  #deferred: (() => void)[] = [];

  constructor(stream: Sink) {
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

  /** Shows what is longer than the screen in a pager, from now on until `end`. */
  page(paging: Paging): void {
    if (!this.#pager) this.#paging ??= paging;
  }

  /** Runs an action that prints a message: after what is held back, or when the user has left the pager. */
  besides(action: () => void): void {
    if (this.#pager) return void this.#deferred.push(action);
    this.#release();
    action();
  }

  /**
   * Resolves when everything is written and the user has left the pager.
   *
   * @param within milliseconds after which a reader that does not read is not waited for
   * @throws {ClosedPipe | CliError} as `write`
   */
  async end(within?: number): Promise<void> {
    try {
      const written = this.flush();
      const passed = () => new Promise((resolve) => setTimeout(resolve, within));
      await (within === undefined || this.#pager ? written : Promise.race([written, passed()]));
      this.#release();
    } finally {
      this.#pager?.input.end();
      await this.#pager?.closed;
      this.#pager = undefined;
      for (const action of this.#deferred.splice(0)) action();
    }
  }

  /** @throws {ClosedPipe | CliError} when the reader has closed the pipe, or the disk is full */
  async write(text: string): Promise<void> {
    if (this.#paging) {
      this.#held += text;
      if (!this.#paging.exceedsScreen(this.#held)) return;
      this.#pager = this.#paging.start();
    }
    this.#gathered += this.#held === '' ? text : this.#held;
    this.#held = '';
    this.#paging = undefined;
    if (this.#gathered.length < CHUNK) return this.#flushSoon();
    await this.flush();
    // A file takes all at once: without a turn, a signal would be noticed only after the last write.
    await turn();
  }

  /** Resolves when the buffer is written. @throws {ClosedPipe | CliError} as `write` */
  flush(): Promise<void> {
    const text = this.#gathered;
    this.#gathered = '';
    if (text !== '') this.#writing = this.#writing.then(() => this.#send(text));
    return this.#writing;
  }

  #flushSoon(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      // The next flush throws the error.
      this.flush().catch(() => {});
    });
  }

  /** Writes what was held back for a pager, and needs none now. */
  #release(): void {
    if (this.#held !== '') this.#stream.write(this.#held, () => {});
    this.#held = '';
    this.#paging = undefined;
  }

  #send(text: string): Promise<void> {
    const stream: Pick<Sink, 'write'> = this.#pager?.input ?? this.#stream;
    return new Promise((resolve, reject) => {
      stream.write(text, (error) => {
        if (!error) resolve();
        else if (CLOSED.has((error as NodeJS.ErrnoException).code ?? '')) reject(new ClosedPipe());
        else reject(new CliError('other', `the output cannot be written: ${reasonOf(error)}`));
      });
    });
  }
}

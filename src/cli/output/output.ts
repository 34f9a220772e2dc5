import { reasonOf } from '../../system-error.js';
import { CliError } from '../exit-status.js';
import type { Sink } from '../io.js';
import type { Pager, Paging } from './pager.js';

/** In characters: many small writes are slow. */
const CHUNK = 64 * 1024;

/** The reader of standard output has closed the pipe. This is not an error: the program ends quietly. */
export class ClosedPipe extends Error {}

const CLOSED = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

/** Buffered standard output. It waits for each large chunk, so that a slow reader does not fill the memory. */
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
    // `write` reports errors to its callback; without this listener they would end the process.
    stream.on('error', () => {});
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true;
  }

  /** In columns. Some terminals report 0. */
  get width(): number {
    return this.#stream.columns || 80;
  }

  /** Holds back a screenful until `end`; longer output goes to a pager. */
  page(paging: Paging): void {
    if (!this.#pager) this.#paging ??= paging;
  }

  /** Prints a message after the held-back output, or when the user has left the pager. */
  besides(action: () => void): void {
    if (this.#pager) return void this.#deferred.push(action);
    this.#release();
    action();
  }

  /** Resolves when all is written and the user has left the pager, or after `within` milliseconds. @throws as `write` */
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
    // A file takes all at once: without this turn, a signal is noticed only after the last write.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

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

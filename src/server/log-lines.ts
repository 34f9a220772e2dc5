import type { DestinationStream } from 'pino';

/** The longest time in milliseconds that a line of a request waits for others. */
const DELAY = 50;

/** The number of characters that are written without further delay. */
const BATCH = 32 * 1024;

/**
 * The lines of a log on their way to a file or a pipe. Those of requests are gathered, since a write for each takes as long as the
 * answer of a short request. All others are written at once, behind them.
 */
export class LogLines implements DestinationStream {
  readonly #destination: DestinationStream;
  #gathered = '';
  #timer: NodeJS.Timeout | undefined;
  #gathers = true;

  constructor(destination: DestinationStream) {
    this.#destination = destination;
  }

  /** Writes a line at once. */
  write(line: string): void {
    this.#gathered += line;
    this.#flush();
  }

  /** Writes a line within 50 ms. */
  gather(line: string): void {
    this.#gathered += line;
    if (!this.#gathers || this.#gathered.length >= BATCH) this.#flush();
    else if (!this.#timer) {
      this.#timer = setTimeout(this.#flush, DELAY).unref();
      // Also after an error that nobody has caught.
      process.once('exit', this.#flush);
    }
  }

  /** Writes what is gathered. */
  #flush = (): void => {
    if (this.#timer) {
      clearTimeout(this.#timer);
      process.off('exit', this.#flush);
      this.#timer = undefined;
    }
    const text = this.#gathered;
    this.#gathered = '';
    if (text !== '') this.#destination.write(text);
  };

  /** Writes every line at once from now on: the process may end at any time. */
  stopGathering(): void {
    this.#gathers = false;
    this.#flush();
  }
}

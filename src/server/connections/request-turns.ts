/** Requests that are started in one turn of the event loop. */
const MANY = 16;

/** The same while connections arrive. */
const FEW = 2;

/** Turns without a connection after which none is expected. */
const CALM = 2;

/**
 * Starts the requests of all connections in short turns of the event loop, in which the client addresses take turns.
 *
 * Node accepts one connection in each turn of the event loop. If a turn started every request that has arrived, sixty connections of one client
 * would make it ten milliseconds long, and a client behind forty others in the queue of the kernel would wait for forty such turns.
 */
export class RequestTurns {
  /** The requests that wait, by client address. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** The addresses of these, in the order of their turns. */
  readonly #addresses: string[] = [];
  readonly #inTurn: (work: () => void) => void;
  /** Requests that were started in this turn. */
  #started = 0;
  #isScheduled = false;
  /** Turns since the last connection. */
  #calm = CALM;

  /** @param inTurn does work that starts several requests */
  constructor(inTurn: (work: () => void) => void) {
    this.#inTurn = inTurn;
  }

  /** Notes that a connection has arrived, behind which others may wait. */
  noteConnection(): void {
    this.#calm = 0;
  }

  /** Starts a request of a client address, in this turn or in one of the next. */
  add(address: string, start: () => void): void {
    if (!this.#isScheduled) this.#schedule();
    if (this.#started < this.#limit) {
      this.#started += 1;
      start();
      return;
    }
    const waiting = this.#waiting.get(address);
    if (waiting) waiting.push(start);
    else {
      this.#waiting.set(address, [start]);
      this.#addresses.push(address);
    }
  }

  get #limit(): number {
    return this.#calm < CALM ? FEW : MANY;
  }

  #schedule(): void {
    this.#isScheduled = true;
    setImmediate(this.#next);
  }

  readonly #next = (): void => {
    [this.#started, this.#isScheduled] = [0, false];
    this.#calm += 1;
    if (this.#waiting.size === 0) return;
    this.#schedule();
    this.#inTurn(() => {
      while (this.#started < this.#limit && this.#startFirst()) this.#started += 1;
    });
  };

  /** Starts the first request of the first address, and puts the address behind all others. Returns false if nothing waits. */
  #startFirst(): boolean {
    const address = this.#addresses.shift();
    if (address === undefined) return false;
    const waiting = this.#waiting.get(address) ?? [];
    const start = waiting.shift();
    if (waiting.length > 0) this.#addresses.push(address);
    else this.#waiting.delete(address);
    start?.();
    return true;
  }
}

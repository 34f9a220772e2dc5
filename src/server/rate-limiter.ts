/** A fixed window of calls that has begun. */
export interface Window {
  /** Calls in it so far, refused ones included. */
  count: number;
  /** Unix milliseconds; at this moment the window is over. */
  resetAt: number;
}

/** Where calls are counted. Times are Unix milliseconds. */
export interface Counters {
  /** Counts a call in the window of a key, which begins now where there is none. */
  hit(key: string, now: number): Promise<Window>;
  /** The window of a key, which stays as it is. */
  peek(key: string, now: number): Promise<Window | undefined>;
}

/**
 * Counts in this process, in bounded memory and without timers.
 *
 * All windows are equally long, so the map, which keeps the order of insertion, has those that end first in front:
 * windows that are over are taken from there. When it is full, the oldest window is forgotten.
 */
export class ProcessCounters implements Counters {
  readonly #windows = new Map<string, Window>();
  readonly #length: number;
  readonly #capacity: number;

  /**
   * @param length of a window, in milliseconds
   * @param capacity how many windows are kept at most
   */
  constructor(length: number, capacity: number) {
    this.#length = length;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#windows.size;
  }

  async hit(key: string, now: number): Promise<Window> {
    const window = this.#current(key, now);
    if (window) {
      window.count += 1;
      return { ...window };
    }
    this.#windows.delete(key);
    this.#makeRoom(now);
    const begun = { count: 1, resetAt: now + this.#length };
    this.#windows.set(key, begun);
    return { ...begun };
  }

  async peek(key: string, now: number): Promise<Window | undefined> {
    return this.#current(key, now);
  }

  #current(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    return window && window.resetAt > now ? window : undefined;
  }

  #makeRoom(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.resetAt > now && this.#windows.size < this.#capacity) return;
      this.#windows.delete(key);
    }
  }
}

export interface RateLimit {
  /** Calls allowed in a window. */
  limit: number;
  /** Length of a window in milliseconds. */
  window: number;
}

/** The verdict on one call. */
export interface Verdict {
  allowed: boolean;
  limit: number;
  /** Length of the window in milliseconds. */
  window: number;
  remaining: number;
  /** Unix milliseconds. */
  resetAt: number;
  /** Calls refused in this window so far, this one included. */
  refused: number;
}

/** Limits the calls of each address to each rate-limited path. Reference, section 8. */
export class RateLimiter {
  readonly #counters: Counters;
  readonly #rate: RateLimit;

  constructor(counters: Counters, rate: RateLimit) {
    this.#counters = counters;
    this.#rate = rate;
  }

  /** Counts a call. */
  async count(address: string, pattern: string, now: number): Promise<Verdict> {
    return this.#judge(await this.#counters.hit(keyOf(address, pattern), now));
  }

  /** Where an address stands; counts nothing. Without a window, it is the one that would begin now. */
  async status(address: string, pattern: string, now: number): Promise<Verdict> {
    const window = await this.#counters.peek(keyOf(address, pattern), now);
    return this.#judge(window ?? { count: 0, resetAt: now + this.#rate.window });
  }

  #judge({ count, resetAt }: Window): Verdict {
    const { limit, window } = this.#rate;
    return {
      allowed: count <= limit,
      limit,
      window,
      remaining: Math.max(limit - count, 0),
      resetAt,
      refused: Math.max(count - limit, 0),
    };
  }
}

function keyOf(address: string, pattern: string): string {
  return `${address} ${pattern}`;
}

import type { Logger } from 'pino';
import type { Counters, Window } from '../../domain/rate-limit.js';
import type { ProcessCounters } from './process-counters.js';
import { type RedisAddress, RedisCounters } from './redis-counters.js';

/** State of the counters in Redis. */
export interface RedisStats {
  readonly isUp: boolean;
  /** Calls counted in the process. */
  readonly fallbacks: number;
  /** Calls among them that had failed in Redis. */
  readonly failures: number;
}

/**
 * Counts in Redis, and in the process while Redis is unavailable.
 *
 * The process remembers the last count of each window in Redis and continues from there; it sends its own count along with
 * each call, so that Redis continues from that too. While Redis is unavailable no call waits for it.
 */
export class FallbackCounters implements Counters, RedisStats {
  readonly #own: ProcessCounters;
  /** Length of a window, in milliseconds. */
  readonly #length: number;
  readonly #redis: RedisCounters;
  #settle: () => void = () => {};
  /** Undefined until the first attempt to reach Redis. */
  #isUp: boolean | undefined;
  #isClosed = false;
  fallbacks = 0;
  failures = 0;
  /** Resolves after the first attempt to reach Redis. */
  readonly settled = new Promise<void>((resolve) => {
    this.#settle = resolve;
  });

  constructor(own: ProcessCounters, length: number, address: RedisAddress, log: Logger) {
    this.#own = own;
    this.#length = length;
    this.#redis = new RedisCounters(length, address, {
      onUp: () => this.#setState(true, () => log.info('Redis is available: calls are counted there')),
      onAway: (reason) =>
        this.#setState(false, () =>
          log.warn({ reason }, 'Redis is unavailable: calls are counted in this process until it is back'),
        ),
    });
  }

  get isUp(): boolean {
    return this.#isUp === true;
  }

  async hit(key: string, now: number): Promise<Window> {
    return (await this.#send(key, 1, now)) ?? this.#hitOwn(key, now);
  }

  async peek(key: string, now: number): Promise<Window | undefined> {
    const window = (await this.#send(key, 0, now)) ?? this.#own.peek(key, now);
    return window?.count === 0 ? undefined : window;
  }

  close(): void {
    this.#isClosed = true;
    this.#redis.close();
  }

  /** Counts calls in Redis; returns undefined while it is unavailable. */
  async #send(key: string, calls: 0 | 1, now: number): Promise<Window | undefined> {
    if (!this.#isUp) return undefined;
    const known = this.#own.peek(key, now) ?? { count: 0, resetAt: now + this.#length };
    try {
      const window = await this.#redis.send(key, calls, now, known);
      if (calls > 0) this.#own.adopt(key, window, now);
      return window;
    } catch {
      this.failures += calls;
      return undefined;
    }
  }

  #hitOwn(key: string, now: number): Window {
    this.fallbacks += 1;
    return this.#own.hit(key, now);
  }

  #setState(isUp: boolean, log: () => void): void {
    if (this.#isUp === isUp || this.#isClosed) return;
    this.#isUp = isUp;
    log();
    this.#settle();
  }
}

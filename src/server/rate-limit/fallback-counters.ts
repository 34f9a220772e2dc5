import type { Logger } from 'pino';
import type { Counters, Window } from '../../domain/rate-limit.js';
import type { ProcessCounters } from './process-counters.js';
import { type RedisAddress, RedisCounters } from './redis-counters.js';

/** State of the counters in Redis. */
export interface RedisStats {
  readonly isUp: boolean;
  /** Calls that only the process counted. */
  readonly fallbacks: number;
  /** Calls among them that had failed in Redis. */
  readonly failures: number;
}

/**
 * Counts in Redis, and in the process while Redis is unavailable.
 *
 * Every call is counted in the process, too, before Redis is asked: that count is the verdict when no answer comes, and each call
 * takes it along, so that Redis continues from it. A process alone therefore counts exactly, however late Redis answers, and of
 * several each admits the limit in a window at most. While Redis is unavailable no call waits for it.
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
    const own = this.#own.hit(key, now);
    const window = await this.#send(key, 1, now, { count: own.count - 1, resetAt: own.resetAt });
    if (!window) {
      this.fallbacks += 1;
      return own;
    }
    this.#own.adopt(key, window, now);
    return window;
  }

  async peek(key: string, now: number): Promise<Window | undefined> {
    const own = this.#own.peek(key, now);
    const window = (await this.#send(key, 0, now, own ?? { count: 0, resetAt: now + this.#length })) ?? own;
    return window?.count === 0 ? undefined : window;
  }

  close(): void {
    this.#isClosed = true;
    this.#redis.close();
  }

  /** Counts calls in Redis; returns undefined while it is unavailable. */
  async #send(key: string, calls: 0 | 1, now: number, known: Window): Promise<Window | undefined> {
    if (!this.#isUp) return undefined;
    try {
      return await this.#redis.send(key, calls, now, known);
    } catch {
      this.failures += calls;
      return undefined;
    }
  }

  #setState(isUp: boolean, log: () => void): void {
    if (this.#isUp === isUp || this.#isClosed) return;
    this.#isUp = isUp;
    log();
    this.#settle();
  }
}

import type { Logger } from 'pino';
import { type Counters, type RateLimit, type Verdict, verdictOf } from '../../domain/rate-limit.js';
import type { Store } from '../../store/store.js';
import { ProcessCounters } from './process-counters.js';
import type { RedisAddress, RedisCounters } from './redis-counters.js';

export interface CounterOptions {
  /** Maximum calls of one address to one path in a window. */
  rateLimit: number;
  /** Length of a window, in milliseconds. */
  rateWindow: number;
  /** The Redis that instances count in together; without it, the database if it can count, else the process. */
  redis?: RedisAddress | undefined;
}

/** Opens the counters: in Redis if one is set, else in the database if it can count, else in the process. */
export async function openCounters(
  store: Store,
  log: Logger,
  { redis, rateWindow }: CounterOptions,
): Promise<{ counters: Counters; redis?: RedisCounters }> {
  const own = new ProcessCounters({ window: rateWindow });
  if (!redis) return { counters: store.counters?.(rateWindow) ?? own };
  const { RedisCounters } = await import('./redis-counters.js');
  const counters = new RedisCounters(own, rateWindow, redis, log);
  await counters.settled;
  return { counters, redis: counters };
}

/** Limits the calls of each address, or of each client, to each rate-limited path. Reference, section 8. */
export class RateLimiter {
  readonly #counters: Counters;
  readonly rate: RateLimit;

  constructor(counters: Counters, rate: RateLimit) {
    this.#counters = counters;
    this.rate = rate;
  }

  /** Returns a limiter with the same counters that allows this many times the calls. */
  times(factor: number): RateLimiter {
    return new RateLimiter(this.#counters, { ...this.rate, limit: factor * this.rate.limit });
  }

  /** Counts a call, and returns the verdict on it. */
  async count(address: string, pattern: string, now: number): Promise<Verdict> {
    return verdictOf(this.rate, await this.#counters.hit(`${address} ${pattern}`, now));
  }

  /** Returns the state of an address without counting; without a window, that of one that would begin now. */
  async status(address: string, pattern: string, now: number): Promise<Verdict> {
    const window = await this.#counters.peek(`${address} ${pattern}`, now);
    return verdictOf(this.rate, window ?? { count: 0, resetAt: now + this.rate.window });
  }
}

/** Converts milliseconds to seconds, rounded up. */
export function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

import { type Counters, type RateLimit, type Verdict, verdictOf } from '../../domain/rate-limit.js';
import { chain } from '../context/chain.js';

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
  count(address: string, pattern: string, now: number): Verdict | Promise<Verdict> {
    return chain(this.#counters.hit(keyOf(address, pattern), now), (window) => verdictOf(this.rate, window));
  }

  /** Returns the state of an address without counting; without a window, that of one that would begin now. */
  async status(address: string, pattern: string, now: number): Promise<Verdict> {
    const window = await this.#counters.peek(keyOf(address, pattern), now);
    return verdictOf(this.rate, window ?? { count: 0, resetAt: now + this.rate.window });
  }
}

function keyOf(address: string, pattern: string): string {
  return `${address} ${pattern}`;
}

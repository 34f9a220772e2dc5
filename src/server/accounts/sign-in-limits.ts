import type { ReversibleCounters } from '../../domain/rate-limit.js';
import { nameKey } from '../../domain/text.js';
import type { Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';
import { ProcessCounters } from '../rate-limit/process-counters.js';

/** Milliseconds. */
const WINDOW = 15 * 60 * 1000;

/** Per window. An account has no limit across addresses: a stranger could lock its owner out. */
const LIMITS = { accountAndAddress: 10, address: 50 };

/** About 5 MB. */
const MAX_COUNTERS = 20_000;

/** `wait` is in seconds. */
export type Attempt<T> = { wait: number } | { wait?: undefined; result: T };

/** Counts wrong attempts by client address and account, for all instances on one database. */
export class SignInLimits {
  #counters: ReversibleCounters;

  constructor(store: Store) {
    this.#counters = store.counters?.(WINDOW) ?? newCounters();
  }

  forget(): void {
    if (this.#counters instanceof ProcessCounters) this.#counters = newCounters();
  }

  /** Counts an attempt before its check, also for unknown names; keeps it only if `check` returns false, not if it is refused. `now` is in ms. */
  async attempt<T>(by: { name: string; address: string }, now: number, check: () => Promise<T>): Promise<Attempt<T>> {
    // Hashed, because people type their password into the wrong field.
    const account = tokenHash(nameKey(by.name));
    const limits = [
      [`sign-in address ${by.address}`, LIMITS.address],
      [`sign-in account ${account} ${by.address}`, LIMITS.accountAndAddress],
    ] as const;
    const counted: string[] = [];
    let result: T | undefined;
    try {
      for (const [key, limit] of limits) {
        const { count, resetAt } = await this.#counters.hit(key, now);
        counted.push(key);
        if (count > limit) return { wait: Math.ceil((resetAt - now) / 1000) };
      }
      result = await check();
      return { result };
    } finally {
      if (result !== false) for (const key of counted) await this.#counters.takeBack(key, now);
    }
  }
}

function newCounters(): ProcessCounters {
  return new ProcessCounters({ window: WINDOW }, MAX_COUNTERS);
}

import type { ReversibleCounters } from '../../domain/rate-limit.js';
import { nameKey } from '../../domain/text.js';
import type { Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';
import { ProcessCounters } from '../rate-limit/process-counters.js';

/** The length of the window in which wrong attempts are counted, in milliseconds. */
const WINDOW = 15 * 60 * 1000;

/** Maximum wrong attempts in a window. An account has no limit for all addresses: a stranger could lock its owner out. */
const LIMITS = { accountAndAddress: 10, address: 50 };

/** Maximum counters in memory, about 5 MB. */
const MAX_COUNTERS = 20_000;

/** Somebody who attempts to sign in. */
export interface Attempting {
  /** The name as it was typed. */
  name: string;
  /** The client address. */
  address: string;
}

/** The result of an attempt, or the seconds to wait if there were too many. */
export type Attempt<T> = { wait: number } | { wait?: undefined; result: T };

/** Limits the wrong attempts to sign in, by client address and account, for all instances on one database. */
export class SignInLimits {
  #counters: ReversibleCounters;

  constructor(store: Store) {
    this.#counters = store.counters?.(WINDOW) ?? newCounters();
  }

  /** Forgets the attempts that this process has counted. */
  forget(): void {
    if (this.#counters instanceof ProcessCounters) this.#counters = newCounters();
  }

  /**
   * Counts an attempt, and then checks it. It makes no difference whether there is an account of that name.
   *
   * @param now Unix milliseconds
   * @param check returns false for a wrong attempt, which alone stays counted
   */
  async attempt<T>({ name, address }: Attempting, now: number, check: () => Promise<T>): Promise<Attempt<T>> {
    // People type their password into the wrong field: what is stored says nothing about it.
    const account = tokenHash(nameKey(name));
    const limits = [
      [`sign-in address ${address}`, LIMITS.address],
      [`sign-in account ${account} ${address}`, LIMITS.accountAndAddress],
    ] as const;
    for (const [key, limit] of limits) {
      const { count, resetAt } = await this.#counters.hit(key, now);
      if (count > limit) return { wait: Math.ceil((resetAt - now) / 1000) };
    }
    let result: T | undefined;
    try {
      result = await check();
      return { result };
    } finally {
      if (result !== false) for (const [key] of limits) await this.#counters.takeBack(key, now);
    }
  }
}

function newCounters(): ProcessCounters {
  return new ProcessCounters({ window: WINDOW }, MAX_COUNTERS);
}

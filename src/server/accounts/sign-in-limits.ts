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

/** An attempt that was counted. */
export interface Attempt {
  /** The keys under which it was counted. */
  keys: string[];
  /** Seconds to wait if there were too many attempts. */
  wait?: number;
}

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

  /** Counts an attempt before its password is compared. It makes no difference whether there is an account of that name. */
  async count({ name, address }: Attempting, now: number): Promise<Attempt> {
    // People type their password into the wrong field: what is stored says nothing about it.
    const account = tokenHash(nameKey(name));
    const keys: string[] = [];
    for (const [key, limit] of [
      [`sign-in address ${address}`, LIMITS.address],
      [`sign-in account ${account} ${address}`, LIMITS.accountAndAddress],
    ] as const) {
      keys.push(key);
      const { count, resetAt } = await this.#counters.hit(key, now);
      if (count > limit) return { keys, wait: Math.ceil((resetAt - now) / 1000) };
    }
    return { keys };
  }

  /** Takes back an attempt that was right, or whose password was not compared. */
  async takeBack({ keys }: Attempt, now: number): Promise<void> {
    for (const key of keys) await this.#counters.takeBack(key, now);
  }
}

function newCounters(): ProcessCounters {
  return new ProcessCounters({ window: WINDOW }, MAX_COUNTERS);
}

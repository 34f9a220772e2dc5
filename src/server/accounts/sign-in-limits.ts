import type { ReversibleCounters } from '../../domain/rate-limit.js';
import { nameKey } from '../../domain/text.js';
import type { Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';
import { ProcessCounters } from '../rate-limit/process-counters.js';

/** The length of the window in which attempts are counted, in milliseconds. */
const WINDOW = 15 * 60 * 1000;

/** Maximum attempts in a window. An account has a limit for each address, so that no stranger can lock its owner out alone. */
const LIMITS = { accountAndAddress: 10, address: 50, account: 100 };

/** Limits the attempts to sign in, by account and by client address, for all instances on one database. */
export class SignInLimits {
  #counters: ReversibleCounters;

  constructor(store: Store) {
    this.#counters = store.counters?.(WINDOW) ?? ownCounters();
  }

  /** Forgets the attempts that this process has counted. */
  forget(): void {
    if (this.#counters instanceof ProcessCounters) this.#counters = ownCounters();
  }

  /**
   * Counts an attempt, before anybody knows whether it is right. It makes no difference whether there is an account of that name.
   *
   * @param name the name as it was typed, or the id of an invitation
   * @returns seconds to wait if there were too many attempts
   */
  async count(name: string, address: string, now: number): Promise<number | undefined> {
    for (const { key, limit } of limitsOf(name, address)) {
      const { count, resetAt } = await this.#counters.hit(key, now);
      if (count > limit) return Math.ceil((resetAt - now) / 1000);
    }
    return undefined;
  }

  /** Takes an attempt back that was right: only wrong ones count. */
  async takeBack(name: string, address: string, now: number): Promise<void> {
    for (const { key } of limitsOf(name, address)) await this.#counters.takeBack(key, now);
  }
}

/** Returns the limits of an attempt, with the keys under which it is counted. */
function limitsOf(name: string, address: string) {
  // People type their password into the wrong field: what is stored says nothing about it.
  const account = tokenHash(nameKey(name));
  return [
    { key: `sign-in address ${address}`, limit: LIMITS.address },
    { key: `sign-in account ${account} ${address}`, limit: LIMITS.accountAndAddress },
    { key: `sign-in account ${account}`, limit: LIMITS.account },
  ];
}

function ownCounters(): ProcessCounters {
  return new ProcessCounters({ limit: LIMITS.accountAndAddress, window: WINDOW }, 20_000);
}

import { nameKey } from '../../domain/name-key.js';
import type { ReversibleCounters, Window } from '../../domain/rate-limit.js';
import type { Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';
import { ProcessCounters } from '../rate-limit/process-counters.js';
import type { Rank } from './passwords.js';

/** The length of the window in which attempts are counted, in milliseconds. */
const WINDOW = 15 * 60 * 1000;

/**
 * Maximum attempts in a window. An account has a limit for each address, so that no stranger can lock its owner out alone. Above the one for
 * all addresses, each still has one attempt: a few dozen of them must not lock out everybody else.
 */
const LIMITS = { accountAndAddress: 10, address: 50, account: 100, known: 10 };

/** Somebody who attempts to sign in. */
export interface Attempting {
  /** The name as it was typed. */
  name: string;
  /** The client address. */
  address: string;
  /** True in a browser in which the account has signed in before: attempts of others do not count there. */
  isKnown: boolean;
}

/** An attempt that was counted. */
export interface Attempt {
  /** The keys under which it was counted. */
  keys: string[];
  /** Whoever has attempted nothing before is first, by address before account, and a known browser before all. */
  rank: Rank;
  /** Seconds to wait if there were too many attempts. */
  wait?: number;
}

/** The beginning of the key of an address. */
const OF_ADDRESS = 'sign-in address ';

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

  /** Counts an attempt, before anybody knows whether it is right. It makes no difference whether there is an account of that name. */
  async count({ name, address, isKnown }: Attempting, now: number): Promise<Attempt> {
    // People type their password into the wrong field: what is stored says nothing about it.
    const account = tokenHash(nameKey(name));
    const keys: string[] = [];
    const hit = async (key: string) => {
      keys.push(key);
      return this.#counters.hit(key, now);
    };
    const refused = ({ resetAt }: Window): Attempt => ({ keys, rank: [0, 0], wait: Math.ceil((resetAt - now) / 1000) });
    if (isKnown) {
      const ofBrowsers = await hit(`sign-in known ${account}`);
      return ofBrowsers.count > LIMITS.known ? refused(ofBrowsers) : { keys, rank: [ofBrowsers.count - 1.5, 0] };
    }
    const ofAddress = await hit(OF_ADDRESS + address);
    if (ofAddress.count > LIMITS.address) return refused(ofAddress);
    const ofBoth = await hit(`sign-in account ${account} ${address}`);
    if (ofBoth.count > LIMITS.accountAndAddress) return refused(ofBoth);
    const ofAccount = await hit(`sign-in account ${account}`);
    if (ofAccount.count > LIMITS.account && ofBoth.count > 1) return refused(ofAccount);
    return { keys, rank: [ofAddress.count - 1, ofAccount.count - 1] };
  }

  /** Takes an attempt back that was right: only wrong ones count. */
  async takeBack({ keys }: Pick<Attempt, 'keys'>, now: number): Promise<void> {
    for (const key of keys) await this.#counters.takeBack(key, now);
  }

  /** Takes an attempt back whose password was not compared. That of an address stays: it waits behind those that have none. */
  async takeBackUnheard({ keys }: Attempt, now: number): Promise<void> {
    await this.takeBack({ keys: keys.filter((key) => !key.startsWith(OF_ADDRESS)) }, now);
  }
}

function ownCounters(): ProcessCounters {
  return new ProcessCounters({ limit: LIMITS.accountAndAddress, window: WINDOW }, 20_000);
}

import type { Caller, Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';

/** For how long a token that was looked up is believed, in milliseconds. */
const FRESH_FOR = 1000;

/** How many callers are kept. */
const CAPACITY = 10_000;

interface Known {
  caller: Caller;
  /** Unix milliseconds. */
  readAt: number;
}

/**
 * Who presents a token. What the database said is believed for a second, so that a busy caller costs no query for each
 * call, and a revoked token ends within that second on every instance. Tokens that are not in force are asked for anew.
 */
export class Callers {
  readonly #store: Store;
  /** By the hash of the token: what is kept in memory lets nobody in. */
  readonly #known = new Map<string, Known>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** @param now Unix milliseconds */
  of(token: string, now: number): Caller | Promise<Caller | undefined> {
    const hash = tokenHash(token);
    const known = this.#known.get(hash);
    if (known && now - known.readAt < FRESH_FOR && now >= known.readAt && known.caller.expiresAt > now / 1000) {
      return known.caller;
    }
    return this.#read(token, hash, now);
  }

  async #read(token: string, hash: string, now: number): Promise<Caller | undefined> {
    const caller = await this.#store.tokens.caller(token, Math.floor(now / 1000));
    this.#known.delete(hash);
    if (!caller) return undefined;
    if (this.#known.size >= CAPACITY) this.#known.clear();
    this.#known.set(hash, { caller, readAt: now });
    return caller;
  }
}

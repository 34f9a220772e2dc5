import type { Principal, Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';

/** For how long a token that was looked up is believed, in milliseconds. */
const FRESH_FOR = 1000;

/** How many callers are kept. */
const CAPACITY = 10_000;

interface Known {
  principal: Principal;
  /** Unix milliseconds. */
  readAt: number;
}

/**
 * Who presents a token. What the database said is believed for a second, so that a busy principal costs no query for each
 * call, and a revoked token ends within that second on every instance. Tokens that are not in force are asked for anew.
 */
export class TokenCache {
  readonly #store: Store;
  /** By the hash of the token: what is kept in memory lets nobody in. */
  readonly #known = new Map<string, Known>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** @param now Unix milliseconds */
  principal(token: string, now: number): Principal | Promise<Principal | undefined> {
    const hash = tokenHash(token);
    const known = this.#known.get(hash);
    if (known && now - known.readAt < FRESH_FOR && now >= known.readAt && known.principal.expiresAt > now / 1000) {
      return known.principal;
    }
    return this.#read(token, hash, now);
  }

  async #read(token: string, hash: string, now: number): Promise<Principal | undefined> {
    const principal = await this.#store.tokens.principal(token, Math.floor(now / 1000));
    this.#known.delete(hash);
    if (!principal) return undefined;
    if (this.#known.size >= CAPACITY) this.#known.clear();
    this.#known.set(hash, { principal, readAt: now });
    return principal;
  }
}

import { LRUCache } from 'lru-cache';
import type { Principal, Store } from '../../store/store.js';
import { looksLikeToken, tokenHash } from '../../store/token.js';
import { atMost, cacheSizes, isFresh } from '../context/caches.js';

interface Known {
  principal: Principal;
  /** Unix milliseconds. */
  readAt: number;
}

/**
 * Cache of the principals by their tokens. An entry lives for a second, so that a busy principal does not cost a query for
 * each call, and a revoked token ends within that second on every instance. Invalid tokens are not cached.
 */
export class TokenCache {
  readonly #store: Store;
  /** By the hash of the token, so that the memory holds no secret. */
  readonly #known = new LRUCache<string, Known>(atMost(cacheSizes.principals));

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param now Unix milliseconds
   * @param from the client address
   */
  principal(token: string, now: number, from?: string): Principal | undefined | Promise<Principal | undefined> {
    // Other text costs neither a hash nor a query.
    if (!looksLikeToken(token)) return undefined;
    const hash = tokenHash(token);
    const known = this.#known.get(hash);
    if (known && isFresh(known, now) && known.principal.expires_at > now / 1000) return known.principal;
    return this.#read(token, hash, now, from);
  }

  async #read(token: string, hash: string, now: number, from: string | undefined): Promise<Principal | undefined> {
    const principal = await this.#store.tokens.principal(token, Math.floor(now / 1000), from);
    if (principal) this.#known.set(hash, { principal, readAt: now });
    else this.#known.delete(hash);
    return principal;
  }
}

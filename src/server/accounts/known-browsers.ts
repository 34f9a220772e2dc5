import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '../../store/store.js';
import type { StepContext } from '../context/state.js';
import type { OwnCookies } from '../request/cookies.js';

const COOKIE = 'known';

/** The metadata that has the key of the cookies. */
const KEY = 'known-browsers';

/** The lifetime of the cookie, in milliseconds. */
const LIFETIME = 365 * 24 * 60 * 60 * 1000;

/**
 * Remembers in a cookie that an account has signed in in a browser. It opens nothing: while many passwords wait, its sign-in is
 * among the first (`passwords.ts`). Without it, nobody signs in while somebody floods the sign-in from many addresses.
 */
export class KnownBrowsers {
  readonly #store: Store;
  readonly #cookies: OwnCookies;
  #key: Promise<string> | undefined;

  constructor(store: Store, cookies: OwnCookies) {
    this.#store = store;
    this.#cookies = cookies;
  }

  async remember(ctx: StepContext, accountId: string): Promise<void> {
    this.#cookies.set(ctx, COOKIE, await this.#proofOf(accountId), LIFETIME);
  }

  /** Returns true if the account has signed in in this browser before. */
  async has(ctx: StepContext, accountId: string): Promise<boolean> {
    const given = Buffer.from(this.#cookies.get(ctx, COOKIE) ?? '');
    const proof = Buffer.from(await this.#proofOf(accountId));
    return given.length === proof.length && timingSafeEqual(given, proof);
  }

  async #proofOf(accountId: string): Promise<string> {
    this.#key ??= this.#readKey();
    return createHmac('sha256', await this.#key)
      .update(accountId)
      .digest('base64url');
  }

  async #readKey(): Promise<string> {
    const { metadata } = this.#store;
    if ((await metadata.get(KEY)) === undefined) await metadata.set(KEY, randomBytes(32).toString('base64url'));
    // Another instance may have made one at the same time.
    return (await metadata.get(KEY)) ?? '';
  }
}

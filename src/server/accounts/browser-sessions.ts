import { randomBytes } from 'node:crypto';
import type { Account, Session, Store } from '../../store/store.js';
import { newId, tokenHash } from '../../store/token.js';
import { type OwnCookies, SESSION_COOKIE, SESSION_LIFETIME } from '../request/cookies.js';
import type { StepContext } from '../state.js';

const FORM = /^[\w-]{20,100}$/;

/** Browser sessions: a random cookie, stored as its hash. OAuth shares the rows and the cookie. */
export class BrowserSessions {
  readonly #store: Store;
  readonly #cookies: OwnCookies;

  constructor(store: Store, cookies: OwnCookies) {
    this.#store = store;
    this.#cookies = cookies;
  }

  /** Returns undefined for the session of a disabled account. */
  async find(ctx: StepContext): Promise<Session | undefined> {
    const id = this.#cookieOf(ctx);
    return id === undefined
      ? undefined
      : this.#store.sessions.find(tokenHash(id), seconds(ctx), ctx.state.clientAddress);
  }

  /** Signs an account in with a new cookie, so that a planted cookie is useless; returns false as `recordSignIn`. */
  async signIn(ctx: StepContext, account: Pick<Account, 'id' | 'password_hash'>): Promise<boolean> {
    const id = randomBytes(32).toString('base64url');
    const uid = newId();
    const now = seconds(ctx);
    const use = { last_used_at: now, last_used_from: ctx.state.clientAddress };
    const session = { uid, account_id: account.id, expires_at: now + SESSION_LIFETIME, ...use };
    const isSaved = await this.#store.transaction(async ({ accounts, sessions }) => {
      const isSame = await accounts.recordSignIn(account, now);
      if (isSame) await sessions.save(tokenHash(id), session);
      return isSame;
    });
    if (!isSaved) return false;
    await this.#removeOld(ctx);
    this.#cookies.set(ctx, SESSION_COOKIE, id, SESSION_LIFETIME * 1000);
    return true;
  }

  async signOut(ctx: StepContext): Promise<void> {
    await this.#removeOld(ctx);
    this.#cookies.remove(ctx, SESSION_COOKIE);
  }

  async #removeOld(ctx: StepContext): Promise<void> {
    const old = this.#cookieOf(ctx);
    if (old !== undefined) await this.#store.sessions.remove(tokenHash(old));
  }

  #cookieOf(ctx: StepContext): string | undefined {
    const id = this.#cookies.get(ctx, SESSION_COOKIE);
    return id !== undefined && FORM.test(id) ? id : undefined;
  }
}

function seconds(ctx: StepContext): number {
  return Math.floor(ctx.state.now / 1000);
}

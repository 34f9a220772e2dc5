import { isStorable } from '../../../domain/text.js';
import { renderSignIn } from '../../../page/server/account/sign-in-form.js';
import type { Account, Store } from '../../../store/store.js';
import { ownPath } from '../paths.js';
import { attempt, goOn, recordRefusal, signIn } from '../record-sign-in.js';
import { fieldOf, type Page } from '../visit.js';

/** The page to sign in on. */
export const signInPage: Page = {
  for: 'everybody',
  path: '/account/sign-in',

  async get(visit) {
    const { next } = visit.ctx.query;
    if (visit.account) return goOn(visit, next);
    const provider = visit.services.accounts.provider?.name;
    return { view: renderSignIn(visit.frame, { next: ownPath(next) ?? '', provider }) };
  },

  async post(visit, form) {
    const name = fieldOf(form, 'name').trim();
    const next = ownPath(form.next) ?? '';
    const { store, accounts } = visit.services;
    const account = await findByTypedName(store, name);
    const stored = account?.disabled_at === null ? account.password_hash : null;
    const { refusal, checked } = await attempt(visit, { name }, () =>
      accounts.passwords.verify(fieldOf(form, 'password'), stored ?? undefined),
    );
    if (refusal) return refusal;
    if (account && checked) {
      const reply = await signIn(visit, account, 'password', next).catch(async (error: unknown) => {
        // The host may have removed the account while its password was checked.
        if (await store.accounts.find(account.id)) throw error;
      });
      if (reply) return reply;
    }
    recordRefusal(visit, 'refused', account);
    const text = 'Name and password do not match. Check both, or ask the host of this service for a new link.';
    const problems = [{ field: 'password', text }];
    const provider = accounts.provider?.name;
    return { status: 403, view: renderSignIn(visit.frame, { next, name, provider, problems }) };
  },
};

/** Finds an account by what somebody has typed, which no database may be able to hold. */
async function findByTypedName(store: Store, name: string): Promise<Account | undefined> {
  return isStorable(name) ? store.accounts.findByName(name) : undefined;
}

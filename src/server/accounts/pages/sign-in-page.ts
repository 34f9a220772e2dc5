import { isStorable } from '../../../domain/text.js';
import { renderMessage } from '../../../page/server/account/message.js';
import { renderSignIn } from '../../../page/server/account/sign-in-form.js';
import type { Account, Store } from '../../../store/store.js';
import { ownPath } from '../paths.js';
import { isNamed } from '../proxy-sign-in.js';
import { attempt, goOn, recordRefusal, signIn } from '../record-sign-in.js';
import { fieldOf, type Page, type Reply, type Visit } from '../visit.js';

/** The page to sign in on. */
export const signInPage: Page = {
  for: 'everybody',
  path: '/account/sign-in',

  async get(visit) {
    const { next, done } = visit.ctx.query;
    if (visit.account) return goOn(visit, next);
    // Signing out would otherwise sign in again.
    if (visit.proxyName !== undefined && done === undefined) return signInByProxy(visit, visit.proxyName, next);
    const provider = visit.services.accounts.provider?.name;
    return { view: renderSignIn(visit.frame, { next: ownPath(next) ?? '', provider }) };
  },

  async post(visit, form) {
    const name = fieldOf(form, 'name').trim();
    const next = ownPath(form.next) ?? '';
    const { store, accounts } = visit.services;
    const account = await findByTypedName(store, name);
    const isKnown = account !== undefined && (await accounts.knownBrowsers.has(visit.ctx, account.id));
    const stored = account?.disabled_at === null ? account.password_hash : null;
    const { refusal, heard } = await attempt(visit, { name, isKnown }, (rank) =>
      accounts.passwords.verify(fieldOf(form, 'password'), stored ?? undefined, rank),
    );
    if (refusal) return refusal;
    if (account && heard) {
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

async function signInByProxy(visit: Visit, name: string, next: unknown): Promise<Reply> {
  const { store, options } = visit.services;
  let account = await store.accounts.findByName(name);
  if (!account && options.signInCreate) {
    account = await createOnce(store, name, visit.now);
    visit.log.info({ account: account?.id }, 'account created');
  }
  const isTheirs = account !== undefined && isNamed(account, name, options);
  if (account && isTheirs && account.disabled_at === null) return signIn(visit, account, 'proxy', next);
  recordRefusal(visit, 'refused', account);
  const text = !account
    ? `You are signed in as ${name}, but have no account here. Ask the host of this service to invite you under this name.`
    : isTheirs
      ? 'The host of this service has disabled your account. Ask the host why.'
      : `You are signed in as ${name}. An account here is written almost like that, and is not yours: ask the host of this service.`;
  return { status: 403, view: renderMessage({ title: 'You cannot sign in', text }) };
}

/** Creates an account, unless another request has done so at the same time. */
async function createOnce(store: Store, name: string, now: number): Promise<Account | undefined> {
  try {
    await store.accounts.create(name, [], now);
  } catch (error) {
    const account = await store.accounts.findByName(name);
    if (!account) throw error;
    return account;
  }
  return store.accounts.findByName(name);
}

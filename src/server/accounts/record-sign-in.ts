import { renderMessage } from '../../page/server/account/message.js';
import { renderSignedIn } from '../../page/server/account/sign-in-form.js';
import { PREFIX } from '../../routes/path.js';
import type { Account } from '../../store/store.js';
import type { SignInResult } from './accounts.js';
import type { Rank } from './passwords.js';
import { ACCOUNT, ownPath } from './paths.js';
import type { Attempting } from './sign-in-limits.js';
import type { Reply, Visit } from './visit.js';

/** Signs an account in, and returns where the browser goes on to. */
export async function signIn(
  visit: Visit,
  account: Account,
  by: Extract<SignInResult, 'password' | 'invitation' | 'provider'>,
  next: unknown,
): Promise<Reply> {
  const { ctx, services, log, now } = visit;
  await services.accounts.sessions.signIn(ctx, account.id);
  await services.accounts.knownBrowsers.remember(ctx, account.id);
  await services.store.accounts.recordSignIn(account.id, now);
  services.accounts.stats.signIns[by] += 1;
  log.info({ address: ctx.state.clientAddress, account: account.id, by }, 'signed in');
  return goOn(visit, next);
}

/**
 * Counts an attempt to sign in by the client address and the name, and lets it be heard in its turn. One that is right is taken back.
 *
 * @param hear returns false for a wrong attempt
 * @returns the page that refuses the attempt if there were too many, or what `hear` has returned
 */
export async function attempt<T>(
  visit: Visit,
  { name, isKnown }: Omit<Attempting, 'address'>,
  hear: (rank: Rank) => Promise<T>,
): Promise<{ refusal: Reply; heard?: undefined } | { refusal?: undefined; heard: T }> {
  const { limits } = visit.services.accounts;
  const { clientAddress: address, now } = visit.ctx.state;
  const counted = await limits.count({ name, address, isKnown }, now);
  if (counted.wait !== undefined) return { refusal: refuse(visit, counted.wait) };
  const heard = await hear(counted.rank).catch(async (error: unknown) => {
    await limits.takeBackUnheard(counted, now);
    throw error;
  });
  if (heard !== false) await limits.takeBack(counted, now);
  return { heard };
}

/** Returns the page that somebody who is signed in goes on to. */
export function goOn({ frame }: Visit, next: unknown): Reply {
  const path = ownPath(next) ?? ACCOUNT;
  if (path.startsWith(`${PREFIX}/`)) return { redirect: frame.root + path.slice(PREFIX.length + 1) };
  return { view: renderSignedIn(path) };
}

/** Counts and logs a sign-in that was refused, without the name: people type their password into the wrong field. */
export function recordRefusal({ ctx, services, log }: Visit, result: 'refused' | 'limited', account?: Account): void {
  services.accounts.stats.signIns[result] += 1;
  log.warn({ address: ctx.state.clientAddress, account: account?.id }, `sign-in ${result}`);
}

function refuse(visit: Visit, wait: number): Reply {
  recordRefusal(visit, 'limited');
  visit.ctx.state.fields['Retry-After'] = String(wait);
  const minutes = Math.ceil(wait / 60);
  const text = `Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, and try again. If you do not know the password, ask the host of this service for a new link.`;
  return { status: 429, view: renderMessage({ title: 'Too many attempts to sign in', text }) };
}

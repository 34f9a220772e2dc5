import { nameKey } from '../../domain/text.js';
import { renderMessage } from '../../page/server/account/message.js';
import { renderSignedIn } from '../../page/server/account/sign-in-form.js';
import { PREFIX } from '../../routes/path.js';
import type { Account } from '../../store/store.js';
import type { SignInResult } from './accounts.js';
import type { Claimant } from './passwords.js';
import { ACCOUNT, ownPath } from './paths.js';
import type { Reply, Visit } from './visit.js';

/** Signs an account in, and returns where the browser goes on to. */
export async function signIn(
  visit: Visit,
  account: Account,
  by: Extract<SignInResult, 'password' | 'invitation' | 'proxy'>,
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

/** Returns who waits for a password to be hashed. */
export async function claimantOf({ ctx, services }: Visit, name: string, account?: Account): Promise<Claimant> {
  const isKnown = account !== undefined && (await services.accounts.knownBrowsers.has(ctx, account.id));
  return { address: ctx.state.clientAddress, account: nameKey(name), isKnown };
}

/** Takes back what `tooManyAttempts` has counted: the attempt was right. */
export async function takeBackAttempt({ ctx, services }: Visit, name: string): Promise<void> {
  await services.accounts.limits.takeBack(name, ctx.state.clientAddress, ctx.state.now);
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

/**
 * Counts an attempt to sign in by the client address and the name; returns the page that refuses it if there were too
 * many.
 */
export async function tooManyAttempts(visit: Visit, name: string): Promise<Reply | undefined> {
  const { ctx, services } = visit;
  const wait = await services.accounts.limits.count(name, ctx.state.clientAddress, ctx.state.now);
  if (wait === undefined) return undefined;
  recordRefusal(visit, 'limited');
  ctx.state.fields['Retry-After'] = String(wait);
  const minutes = Math.ceil(wait / 60);
  const text = `Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, and try again. If you do not know the password, ask the host of this service for a new link.`;
  return { status: 429, view: renderMessage({ title: 'Too many attempts to sign in', text }) };
}

import { renderMessage } from '../../page/server/account/frame.js';
import { html } from '../../page/server/html.js';
import { PREFIX } from '../../routes/path.js';
import type { Account } from '../../store/store.js';
import { ACCOUNT, ownPath } from './paths.js';
import type { Attempting } from './sign-in-limits.js';
import type { Reply, Visit } from './visit.js';

/** Signs an account in, and returns the page to open next. */
export async function signIn(
  visit: Visit,
  account: Account,
  by: 'password' | 'invitation' | 'provider',
  next: unknown,
): Promise<Reply> {
  const { ctx, services, log, now } = visit;
  await services.accounts.sessions.signIn(ctx, account.id);
  await services.store.accounts.recordSignIn(account.id, now);
  log.info({ address: ctx.state.clientAddress, account: account.id, by }, 'signed in');
  return goOn(visit, next);
}

/**
 * Counts an attempt to sign in, and checks it. Only a wrong one stays counted.
 *
 * @param attempting its address is that of the client, unless attempts of others must not count
 * @param check returns false for a wrong attempt
 * @returns the page that refuses the attempt if there were too many, or what `check` has returned
 */
export async function attempt<T>(
  visit: Visit,
  { name, address = visit.ctx.state.clientAddress }: Pick<Attempting, 'name'> & Partial<Attempting>,
  check: () => Promise<T>,
): Promise<{ refusal: Reply; checked?: undefined } | { refusal?: undefined; checked: T }> {
  const { limits } = visit.services.accounts;
  const { now } = visit.ctx.state;
  const counted = await limits.count({ name, address }, now);
  if (counted.wait !== undefined) return { refusal: refuse(visit, counted.wait) };
  let isWrong = false;
  try {
    const checked = await check();
    isWrong = checked === false;
    return { checked };
  } finally {
    if (!isWrong) await limits.takeBack(counted, now);
  }
}

/** Returns the page to open after a sign-in. */
export function goOn({ frame }: Visit, next: unknown): Reply {
  const path = ownPath(next) ?? ACCOUNT;
  if (path.startsWith(`${PREFIX}/`)) return { redirect: frame.root + path.slice(PREFIX.length + 1) };
  const body = html`<p><a href="${path}">Continue</a></p>`;
  // A redirect would carry the form on to the program's own address, which the policy of the page forbids.
  return { view: { title: 'You are signed in', body, continueTo: path } };
}

/** Logs a sign-in that was refused, without the name: people type their password into the wrong field. */
export function recordRefusal({ ctx, log }: Visit, result: 'refused' | 'limited', account?: Account): void {
  log.warn({ address: ctx.state.clientAddress, account: account?.id }, `sign-in ${result}`);
}

function refuse(visit: Visit, wait: number): Reply {
  recordRefusal(visit, 'limited');
  visit.ctx.state.fields['Retry-After'] = String(wait);
  const minutes = Math.ceil(wait / 60);
  const text = `Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, and try again. If you do not know the password, ask the host of this service for a new link.`;
  return { status: 429, view: renderMessage({ title: 'Too many attempts to sign in', text }) };
}

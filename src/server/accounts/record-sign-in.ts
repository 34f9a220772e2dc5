import { html } from '../../page/server/html.js';
import { PREFIX } from '../../routes/path.js';
import type { Account } from '../../store/store.js';
import { message, type PageView } from '../documents/send-page.js';
import type { PageRequest, PageResponse } from './page-request.js';

/** Signs an account in, and returns the page to open next. */
export async function signIn(
  request: PageRequest,
  { id }: Account,
  by: 'password' | 'invitation' | 'provider',
  next: unknown,
): Promise<PageResponse> {
  const { ctx, sessions, store, log, now } = request;
  await sessions.signIn(ctx, id);
  await store.accounts.recordSignIn(id, now);
  log.info({ address: ctx.state.clientAddress, account: id, by }, 'signed in');
  return continueTo(request, next);
}

/** Returns the page to open after a sign-in. */
export function continueTo({ frame }: PageRequest, next: unknown): PageResponse {
  const path = ownPath(next) ?? `${PREFIX}/account`;
  if (path.startsWith(`${PREFIX}/`)) return { redirect: frame.root + path.slice(PREFIX.length + 1) };
  // A redirect would carry the form on to the program's own address, which the policy of the page forbids.
  return { title: 'You are signed in', body: html`<p><a href="${path}">Continue</a></p>`, continueTo: path };
}

/** The base of addresses that have no host. */
const ANY_ORIGIN = 'http://own.invalid';

/** Returns the path to open after a sign-in; undefined unless it is one of this service, so that no link leads to another host. */
export function ownPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !/^\/ws\/[!-[\]-~]*$/.test(address)) return undefined;
  const { origin, pathname, search } = new URL(address, ANY_ORIGIN);
  return origin === ANY_ORIGIN && pathname.startsWith('/ws/') ? pathname + search : undefined;
}

/** Logs a sign-in that was refused, without the name: people type their password into the wrong field. */
export function recordRefusal({ ctx, log }: PageRequest, result: 'refused' | 'limited', account?: Account): void {
  log.warn({ address: ctx.state.clientAddress, account: account?.id }, `sign-in ${result}`);
}

/** Refuses an attempt to sign in after too many wrong ones. */
export function refuseAttempt(request: PageRequest, wait: number): PageView {
  recordRefusal(request, 'limited');
  request.ctx.state.fields['Retry-After'] = String(wait);
  const minutes = Math.ceil(wait / 60);
  const text = `Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, and try again. If you do not know the password, ask the host of this service for a new link.`;
  return message(429, 'Too many attempts to sign in', text);
}

import { counted } from '../../domain/duration.js';
import { html } from '../../page/server/html.js';
import { PREFIX } from '../../routes/path.js';
import type { Account } from '../../store/store.js';
import { message, type PageView } from '../documents/send-page.js';
import type { PageRequest, PageResponse } from './page-request.js';

/** Returns undefined if the account was disabled, removed, or given another password since it was read. */
export async function signIn(
  request: PageRequest,
  account: Account,
  by: 'password' | 'invitation' | 'provider',
  next: unknown,
): Promise<PageResponse | undefined> {
  const { ctx, sessions, log } = request;
  if (!(await sessions.signIn(ctx, account))) return undefined;
  log.info({ address: ctx.state.clientAddress, account: account.id, by }, 'signed in');
  return continueTo(request, next);
}

export function continueTo({ frame }: PageRequest, next: unknown): PageResponse {
  const path = ownPath(next) ?? `${PREFIX}/account`;
  if (path.startsWith(`${PREFIX}/`)) return { redirect: frame.root + path.slice(PREFIX.length + 1) };
  // A redirect would send the form on to the program's URL, which the page's policy forbids.
  const address = `${frame.root}../${path.slice('/ws/'.length)}`;
  return { title: 'You are signed in', body: html`<p><a href="${address}">Continue</a></p>`, continueTo: address };
}

const ANY_ORIGIN = 'http://own.invalid';

/** Returns undefined for a path of another host, so that no link leads there. */
export function ownPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !/^\/ws\/[!-[\]-~]*$/.test(address)) return undefined;
  const { origin, pathname, search } = new URL(address, ANY_ORIGIN);
  return origin === ANY_ORIGIN && pathname.startsWith('/ws/') ? pathname + search : undefined;
}

/** Logs no name: people type their password into the wrong field. */
export function recordRefusal({ ctx, log }: PageRequest, result: 'refused' | 'limited', account?: Account): void {
  log.warn({ address: ctx.state.clientAddress, account: account?.id }, `sign-in ${result}`);
}

export function refuseAttempt(request: PageRequest, wait: number): PageView {
  recordRefusal(request, 'limited');
  request.ctx.state.fields['Retry-After'] = String(wait);
  const minutes = Math.ceil(wait / 60);
  return message(429, 'Too many attempts', `Wait ${counted(minutes, 'minute')}, and try again.`);
}

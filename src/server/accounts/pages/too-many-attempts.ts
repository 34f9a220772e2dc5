import { renderMessage } from '../../../page/server/account/message.js';
import { recordRefusal } from '../record-sign-in.js';
import type { Reply, Visit } from '../visit.js';

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

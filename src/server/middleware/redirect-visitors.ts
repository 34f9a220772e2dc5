import { PREFIX } from '../../routes/path.js';
import type { Step, StepContext } from '../context.js';
import { PAGE } from '../documents/page-documents.js';
import { isForReading } from './serve-documents.js';

/** Leads whoever comes to the root of the host on: people to the page, programs to the index. */
export const redirectVisitors: Step = (ctx, next) => {
  if (ctx.path === '/') return redirect(ctx, prefersPage(ctx) ? PAGE.slice(1) : `${PREFIX.slice(1)}/`);
  // The addresses in the page are relative to it, which a slash at its end would change.
  if (ctx.path === `${PAGE}/`) return redirect(ctx, `..${PAGE.slice(PREFIX.length)}`);
  return next();
};

function prefersPage(ctx: StepContext): boolean {
  return ctx.accepts('application/json', 'application/xml', 'text/xml', 'text/html') === 'text/html';
}

/** Redirects to an address relative to this one, so that it holds behind any proxy. */
function redirect(ctx: StepContext, location: string): void {
  if (!isForReading(ctx)) return;
  ctx.set('Location', location);
  ctx.body = null;
  ctx.status = 303;
}

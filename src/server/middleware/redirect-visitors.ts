import { PREFIX } from '../../routes/path.js';
import type { Step, StepContext } from '../context.js';
import { PAGE } from '../documents/page-documents.js';
import { isForReading } from './serve-documents.js';

/** Redirects `/`: browsers to the page, and programs to the index. */
export const redirectVisitors: Step = (ctx, next) => {
  if (ctx.path === '/') return redirect(ctx, prefersPage(ctx) ? PAGE.slice(1) : `${PREFIX.slice(1)}/`);
  // A trailing slash would change the relative addresses of the page.
  if (ctx.path === `${PAGE}/`) return redirect(ctx, `..${PAGE.slice(PREFIX.length)}`);
  return next();
};

function prefersPage(ctx: StepContext): boolean {
  return ctx.accepts('application/json', 'application/xml', 'text/xml', 'text/html') === 'text/html';
}

/** Redirects to a relative address, which is right behind any proxy. */
function redirect(ctx: StepContext, location: string): void {
  if (!isForReading(ctx)) return;
  ctx.set('Location', location);
  ctx.body = null;
  ctx.status = 303;
}

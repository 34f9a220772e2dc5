import { PREFIX } from '../../routes/path.js';
import type { Step, StepContext } from '../context/state.js';
import { PAGE } from '../documents/page-documents.js';
import { checkMethod, redirect } from '../response/check-method.js';
import { READING } from './serve-documents.js';

/** Redirects `/`: browsers to the page, and programs to the index. */
export const redirectVisitors: Step = (ctx, next) => {
  // A trailing slash would change the relative addresses of the page.
  if (ctx.path !== '/' && ctx.path !== `${PAGE}/`) return next();
  if (!checkMethod(ctx, READING)) return undefined;
  if (ctx.path !== '/') return redirect(ctx, `..${PAGE.slice(PREFIX.length)}`);
  return redirect(ctx, prefersPage(ctx) ? PAGE.slice(1) : `${PREFIX.slice(1)}/`);
};

function prefersPage(ctx: StepContext): boolean {
  return ctx.accepts('application/json', 'application/xml', 'text/xml', 'text/html') === 'text/html';
}

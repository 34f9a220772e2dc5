import { type AccountFrame, type AccountView, renderAccountPage } from '../../page/server/account/frame.js';
import type { StepContext } from '../state.js';

/**
 * Sends a page of the accounts: not stored, not shown in a frame, and without scripts, but for a page with a secret.
 *
 * @param formTargets origins and schemes, beside the service itself, that a form of the page may lead to by redirects
 */
export function sendPage(
  ctx: StepContext,
  frame: AccountFrame,
  view: AccountView,
  { status = 200, formTargets = [] }: { status?: number; formTargets?: readonly string[] } = {},
): void {
  setPageHeaders(ctx, formTargets, view.hasSecret);
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = renderAccountPage(frame, view);
}

/** Sets the header fields of a page or of a redirect to one. */
export function setPageHeaders(ctx: StepContext, formTargets: readonly string[] = [], hasScript = false): void {
  const policy = [
    "default-src 'none'",
    ...(hasScript ? ["script-src 'self'"] : []),
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  Object.assign(ctx.state.fields, {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'no-store',
    // With no-referrer, browsers send forms without their origin.
    'Referrer-Policy': 'same-origin',
  });
}

/** Redirects to a relative address, which is right behind any proxy. */
export function redirect(ctx: StepContext, location: string): void {
  ctx.state.fields.Location = location;
  ctx.body = null;
  ctx.status = 303;
}

import type { Step } from '../context.js';

/** The target of a request whose own target cannot be parsed. `checkRequest` rejects it. */
export const NO_TARGET = '*';

/**
 * Reduces the target of a request to its path and query: proxies are sent the absolute form (RFC 9112, section 3.2). Koa's
 * own parser throws for some targets, and must not see them.
 */
export const readTarget: Step = (ctx, next) => {
  ctx.url = originForm(ctx.url);
  return next();
};

/** Returns the path and the query of a target in any form. */
export function originForm(target: string): string {
  return target.startsWith('/') ? target : (pathOf(target) ?? NO_TARGET);
}

/** Returns the path and the query of a target in absolute form. */
function pathOf(target: string): string | undefined {
  if (!URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return pathname.startsWith('/') ? pathname + search : undefined;
}

import type { Step } from '../context.js';

/** The target of a request whose own target cannot be parsed. `checkRequest` rejects it. */
export const NO_TARGET = '*';

/**
 * Reduces the target of a request to its path and query: proxies are sent the absolute form (RFC 9112, section 3.2). Koa's
 * own parser throws for some targets, and must not see them.
 */
export const readTarget: Step = (ctx, next) => {
  if (!ctx.url.startsWith('/')) ctx.url = pathOf(ctx.url) ?? NO_TARGET;
  return next();
};

function pathOf(target: string): string | undefined {
  if (!URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return pathname.startsWith('/') ? pathname + search : undefined;
}

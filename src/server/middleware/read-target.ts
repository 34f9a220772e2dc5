import type { Step } from '../context.js';

/** Stands where the target of a request cannot be read. `check_request` refuses it. */
export const NO_TARGET = '*';

/**
 * Reads the target of a request (RFC 9112, section 3.2): one in the absolute form, as proxies are sent, stands for its
 * path and query. Koa reads the path with a parser that throws for some targets, so it is shown nothing else.
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

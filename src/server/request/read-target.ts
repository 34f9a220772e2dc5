import type { StepContext } from '../state.js';

/** The target of a request whose own target cannot be parsed. `checkRequest` rejects it. */
export const NO_TARGET = '*';

/**
 * Reduces the target of a request to its path and query: proxies are sent the absolute form, whose authority counts in place of
 * Host (RFC 9112, section 3.2.2). Koa's own parser throws for some targets, and must not see them.
 */
export function readTarget(ctx: StepContext): void {
  const target = readForms(ctx.url);
  ctx.url = target.path;
  ctx.state.host = target.host ?? ctx.get('Host');
}

/** Reads the path, with the query, and the host of a target in absolute form. */
function readForms(target: string): { path: string; host?: string } {
  if (target.startsWith('/')) return { path: decodePlain(target) };
  if (!URL.canParse(target)) return { path: NO_TARGET };
  const { pathname, search, host } = new URL(target);
  return pathname.startsWith('/') ? { path: decodePlain(pathname + search), host } : { path: NO_TARGET };
}

/** Letters, digits, `-`, `_` and `~`, percent-encoded. An encoded dot is no suffix, and stays. */
const PLAIN = /%(?:2d|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/** Decodes the characters of a path that mean the same percent-encoded. RFC 3986, section 6.2.2.2. */
function decodePlain(target: string): string {
  if (!target.includes('%')) return target;
  const [path = '', ...query] = target.split('?');
  return [path.replace(PLAIN, decodeURIComponent), ...query].join('?');
}

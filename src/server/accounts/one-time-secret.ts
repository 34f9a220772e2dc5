import type { StepContext } from '../context/state.js';
import type { OwnCookies } from '../request/cookies.js';

const COOKIE = 'one_time_secret';

/** Keeps a secret that was made just now for the page that the browser is redirected to; it is stored nowhere else. */
export function keepSecret(ctx: StepContext, cookies: OwnCookies, of: string, secret: string): void {
  cookies.set(ctx, COOKIE, `${of}.${secret}`);
}

/** Returns the secret that was kept for a page, once. */
export function takeSecret(ctx: StepContext, cookies: OwnCookies, of: string): string | undefined {
  // HEAD shows nothing.
  if (ctx.method !== 'GET') return undefined;
  const kept = cookies.get(ctx, COOKIE);
  if (kept === undefined || !kept.startsWith(`${of}.`)) return undefined;
  cookies.remove(ctx, COOKIE);
  return kept.slice(of.length + 1);
}

import type { OwnCookies } from '../request/cookies.js';
import type { StepContext } from '../state.js';

const COOKIE = 'one_time_secret';

/** Puts a new secret into a cookie, for the page that the browser is redirected to; it is stored nowhere else. */
export function keepSecret(ctx: StepContext, cookies: OwnCookies, of: string, secret: string): void {
  cookies.set(ctx, COOKIE, `${of}.${secret}`);
}

/** Returns the secret for a page, and removes its cookie. */
export function takeSecret(ctx: StepContext, cookies: OwnCookies, of: string): string | undefined {
  // HEAD shows nothing.
  if (ctx.method !== 'GET') return undefined;
  const value = cookies.get(ctx, COOKIE);
  if (value === undefined || !value.startsWith(`${of}.`)) return undefined;
  cookies.remove(ctx, COOKIE);
  return value.slice(of.length + 1);
}

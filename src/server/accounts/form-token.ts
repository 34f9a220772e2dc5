import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { baseUrl } from '../request/base-url.js';
import type { OwnCookies } from '../request/cookies.js';
import type { StepContext } from '../state.js';

const COOKIE = 'form';

const SECRET = /^[\w-]{43}$/;

interface Browser {
  ctx: StepContext;
  cookies: OwnCookies;
  session?: { uid: string } | undefined;
}

/** Returns a hash of a cookie and the session: another site cannot know it, and a sign-in invalidates earlier tokens. */
export function formToken({ ctx, cookies, session }: Browser): string {
  let secret = cookies.get(ctx, COOKIE) ?? '';
  if (!SECRET.test(secret)) {
    secret = randomBytes(32).toString('base64url');
    cookies.set(ctx, COOKIE, secret);
  }
  return tokenOf(secret, session?.uid);
}

/** Returns true for a form that a page of this service sent in the same session. */
export function isOwnForm({ ctx, cookies, session }: Browser, token: unknown, publicUrl: string | undefined): boolean {
  const secret = cookies.get(ctx, COOKIE) ?? '';
  if (typeof token !== 'string' || !SECRET.test(secret)) return false;
  const [expected, sent] = [Buffer.from(tokenOf(secret, session?.uid)), Buffer.from(token)];
  return sent.length === expected.length && timingSafeEqual(sent, expected) && isFromOwnPage(ctx, publicUrl);
}

function tokenOf(secret: string, sessionUid = ''): string {
  return hash('sha256', `form ${secret} ${sessionUid}`);
}

/** Returns false only if the browser reports another site. */
function isFromOwnPage(ctx: StepContext, publicUrl: string | undefined): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin';
  const origin = ctx.get('Origin');
  return origin === '' || (URL.canParse(origin) && new URL(origin).host === new URL(baseUrl(ctx, publicUrl)).host);
}

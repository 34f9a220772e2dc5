import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { baseUrl } from '../request/base-url.js';
import type { OwnCookies } from '../request/cookies.js';
import type { StepContext } from '../state.js';

const COOKIE = 'form';

const SECRET = /^[\w-]{43}$/;

/** The browser that a form is for, with its session if somebody is signed in. */
interface Browser {
  ctx: StepContext;
  cookies: OwnCookies;
  session?: { uid: string } | undefined;
}

/**
 * Returns the token of the forms on a page: a hash of a cookie that no script can read and of the session. Another site cannot know
 * them, and a sign-in makes earlier tokens invalid.
 */
export function formToken({ ctx, cookies, session }: Browser): string {
  let secret = cookies.get(ctx, COOKIE) ?? '';
  if (!SECRET.test(secret)) {
    secret = randomBytes(32).toString('base64url');
    cookies.set(ctx, COOKIE, secret);
  }
  return tokenOf(secret, session?.uid);
}

/** Returns true if a form with a token was sent from a page of this service, in the session in which that page was shown. */
export function isOwnForm({ ctx, cookies, session }: Browser, token: unknown, publicUrl: string | undefined): boolean {
  const secret = cookies.get(ctx, COOKIE) ?? '';
  if (typeof token !== 'string' || !SECRET.test(secret)) return false;
  const [expected, sent] = [Buffer.from(tokenOf(secret, session?.uid)), Buffer.from(token)];
  return sent.length === expected.length && timingSafeEqual(sent, expected) && isFromOwnPage(ctx, publicUrl);
}

function tokenOf(secret: string, sessionUid = ''): string {
  return hash('sha256', `form ${secret} ${sessionUid}`);
}

/** Returns false if the browser reports that the form is on a page of another host. */
function isFromOwnPage(ctx: StepContext, publicUrl: string | undefined): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin';
  const origin = ctx.get('Origin');
  return origin === '' || (URL.canParse(origin) && new URL(origin).host === new URL(baseUrl(ctx, publicUrl)).host);
}

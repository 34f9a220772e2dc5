import { hash, randomBytes } from 'node:crypto';
import type { PageRequest } from '../page-request.js';
import type { Secrets } from './identity-provider.js';

const COOKIE = 'provider';

/** Milliseconds. */
const LIFETIME = 15 * 60 * 1000;

interface Login extends Secrets {
  /** The path to open after a sign-in. */
  next: string;
}

/** Derives all secrets from a cookie and the session: the answer is useless in another browser or after another sign-in. */
export function beginLogin({ ctx, cookies, session }: PageRequest, next: string): Secrets {
  const text = `${randomBytes(32).toString('base64url')}.${Buffer.from(next).toString('base64url')}`;
  cookies.set(ctx, COOKIE, text, LIFETIME);
  return secretsOf(text, session?.uid);
}

/** Returns undefined if this browser has no such sign-in. */
export function endLogin({ ctx, cookies, session }: PageRequest): Login | undefined {
  const text = cookies.get(ctx, COOKIE) ?? '';
  const [secret = '', next = ''] = text.split('.');
  const secrets = secretsOf(text, session?.uid);
  if (secret.length !== 43 || ctx.query.state !== secrets.state) return undefined;
  cookies.remove(ctx, COOKIE);
  return { next: Buffer.from(next, 'base64url').toString(), ...secrets };
}

function secretsOf(text: string, sessionUid = ''): Secrets {
  const derive = (use: string) => hash('sha256', `${use} ${text} ${sessionUid}`, 'base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

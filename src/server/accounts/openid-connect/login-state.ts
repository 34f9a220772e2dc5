import { hash, randomBytes } from 'node:crypto';
import type { PageRequest } from '../page-request.js';
import type { Secrets } from './identity-provider.js';

const COOKIE = 'provider';

/** Milliseconds. */
const LIFETIME = 15 * 60 * 1000;

const PURPOSES = ['sign-in', 'connect', 'invitation'] as const;

export interface Login {
  purpose: (typeof PURPOSES)[number];
  /** The path to open after a sign-in, or the secret of the invitation. */
  detail: string;
}

/** Derives all secrets from a cookie and the session: the answer is useless in another browser or after another sign-in. */
export function beginLogin({ ctx, cookies, session }: PageRequest, { purpose, detail }: Login): Secrets {
  const text = [randomBytes(32).toString('base64url'), purpose, Buffer.from(detail).toString('base64url')].join('.');
  cookies.set(ctx, COOKIE, text, LIFETIME);
  return secretsOf(text, session?.uid);
}

/** Returns undefined if this browser has no such sign-in. */
export function endLogin({ ctx, cookies, session }: PageRequest): (Login & Secrets) | undefined {
  const text = cookies.get(ctx, COOKIE) ?? '';
  const [secret = '', purpose, detail = ''] = text.split('.');
  const found = PURPOSES.find((each) => each === purpose);
  const secrets = secretsOf(text, session?.uid);
  if (secret.length !== 43 || found === undefined || ctx.query.state !== secrets.state) return undefined;
  cookies.remove(ctx, COOKIE);
  return { purpose: found, detail: Buffer.from(detail, 'base64url').toString(), ...secrets };
}

function secretsOf(text: string, sessionUid = ''): Secrets {
  const derive = (use: string) => hash('sha256', `${use} ${text} ${sessionUid}`, 'base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

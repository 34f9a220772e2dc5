import { hash, randomBytes } from 'node:crypto';
import type { PageRequest } from '../page-request.js';
import type { Secrets } from './identity-provider.js';

const COOKIE = 'provider';

/** The time that a person has at the provider, in milliseconds. */
const LIFETIME = 15 * 60 * 1000;

/** Reasons to ask the provider: to sign in, to connect the account that is signed in, or to accept an invitation. */
const PURPOSES = ['sign-in', 'connect', 'invitation'] as const;

/** A sign-in at the provider, of which this browser waits for the answer. */
export interface Login {
  purpose: (typeof PURPOSES)[number];
  /** The address to open after a sign-in, or the secret of the invitation. */
  detail: string;
}

/**
 * Begins a sign-in at the provider. All its secrets follow from a cookie of this browser and from its session: the answer is worth nothing in
 * another browser, nor after somebody else has signed in.
 */
export function beginLogin({ ctx, cookies, session }: PageRequest, { purpose, detail }: Login): Secrets {
  const text = [randomBytes(32).toString('base64url'), purpose, Buffer.from(detail).toString('base64url')].join('.');
  cookies.set(ctx, COOKIE, text, LIFETIME);
  return secretsOf(text, session?.uid);
}

/** Ends the sign-in that the request answers, and returns it; undefined if this browser waits for no such answer. */
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

import { hash, randomBytes } from 'node:crypto';

/** Stands before every token, so that a leaked one is recognised by people and by secret scanners. */
const PREFIX = 'svcapi_';

const FORM = /^svcapi_[A-Za-z0-9_-]{43}$/;

/** A new token: 256 random bits behind a recognisable prefix. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** True for what could be a token of this service, so that nothing else costs a look-up. */
export function looksLikeToken(text: string): boolean {
  return FORM.test(text);
}

/** What is stored of a token. A plain hash serves, since 256 random bits cannot be guessed. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}

/** A short random name for a grant or a token, which says nothing about its secret. */
export function newId(): string {
  return randomBytes(6).toString('hex');
}

import { hash, randomBytes } from 'node:crypto';

/** The prefix of every token, by which people and secret scanners recognise a leaked one. */
const PREFIX = 'svcapi_';

/** The prefixes of tokens and other secrets. */
export const SECRET_PREFIXES = {
  token: PREFIX,
  refreshToken: `${PREFIX}r_`,
  clientSecret: `${PREFIX}s_`,
  invitation: `${PREFIX}i_`,
};

const FORM = /^svcapi_[A-Za-z0-9_-]{43}$/;

/** Generates a token, or another secret: the prefix and 256 random bits. */
export function newToken(prefix = PREFIX): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** Returns true for text of the form of a token, so that no other text costs a query. */
export function looksLikeToken(text: string): boolean {
  return FORM.test(text);
}

/** Returns the hash of a token or another secret, as it is stored. It needs no salt, since 256 random bits cannot be guessed. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}

/** Generates a short random id for a grant or a token. */
export function newId(): string {
  return randomBytes(6).toString('hex');
}

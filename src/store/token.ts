import { hash, randomBytes } from 'node:crypto';

/** Lets people and secret scanners recognise a leaked token. */
const PREFIX = 'svcapi_';

export const SECRET_PREFIXES = {
  token: PREFIX,
  refreshToken: `${PREFIX}r_`,
  clientSecret: `${PREFIX}s_`,
  invitation: `${PREFIX}i_`,
};

const FORM = /^svcapi_[A-Za-z0-9_-]{43}$/;

/** Generates the prefix and 256 random bits. */
export function newToken(prefix = PREFIX): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** Returns true for text in the form of a token, so that no other text costs a query. */
export function looksLikeToken(text: string): boolean {
  return FORM.test(text);
}

/** Hashes without a salt, since 256 random bits cannot be guessed. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}

export function newId(): string {
  return randomBytes(6).toString('hex');
}

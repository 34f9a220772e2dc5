import { WrongAnswer } from '../../client/errors.js';
import type { UnknownRecord } from '../../client/unknown-record.js';
import { isToken } from '../service/token-source.js';

/** The tokens of a sign-in. */
export interface Tokens {
  token: string;
  /** Unix seconds. */
  expiresAt?: number;
  refreshToken?: string;
}

/**
 * Reads the answer of a token endpoint. RFC 6749, section 5.1. Nothing else has checked it.
 *
 * @param now Unix seconds
 * @throws {WrongAnswer} when it holds no bearer token
 */
export function readTokens(answer: UnknownRecord, now: number): Tokens {
  const { access_token: token, refresh_token: refreshToken, expires_in: lifetime, token_type: type } = answer;
  if (!isToken(token) || typeof type !== 'string' || type.toLowerCase() !== 'bearer')
    throw new WrongAnswer('does not hold a token');
  const expiresAt = typeof lifetime === 'number' ? now + Math.floor(lifetime) : Number.NaN;
  return {
    token,
    ...(Number.isSafeInteger(expiresAt) && { expiresAt }),
    ...(isToken(refreshToken) && { refreshToken }),
  };
}

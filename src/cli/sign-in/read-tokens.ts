import { readTokens as read } from '../../client/oauth.js';
import type { UnknownRecord } from '../../client/unknown-record.js';
import type { Credentials } from '../service/credentials.js';

/** The tokens of a sign-in, as they are stored. */
export type Tokens = Omit<Credentials, 'url'>;

/**
 * Reads the answer of a token endpoint.
 *
 * @param now Unix seconds
 * @throws {WrongAnswer} when it holds no bearer token
 */
export function readTokens(answer: UnknownRecord, now: number): Tokens {
  const { accessToken: token, ...rest } = read(answer, now);
  return { token, ...rest };
}

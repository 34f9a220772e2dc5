import type { Permission } from '../../src/domain/permission.js';
import type { Row } from './reference.js';

/** An Authorization header, with the expected outcome. */
export interface TokenState {
  name: string;
  header: (token: string) => string;
  expected: 'valid' | 'token_missing' | 'token_invalid';
  /** A change to the token, its grant or its client. */
  sql?: (tokenId: string) => string;
}

/** The client that the change of a state names: it is revoked. */
export const REVOKED_CLIENT = 'revoked';

const bearer = (token: string) => `Bearer ${token}`;

/**
 * Returns every state of a token, at a time in Unix seconds.
 *
 * @param soon the seconds that are left to a token that is about to expire
 */
export function tokenStates(now: number, soon: number): TokenState[] {
  const grantOf = (id: string) => `(select grant_id from tokens where id = '${id}')`;
  const token = (change: string) => (id: string) => `update tokens set ${change} where id = '${id}'`;
  const grant = (change: string) => (id: string) => `update grants set ${change} where id = ${grantOf(id)}`;
  const dead = (name: string, sql: TokenState['sql']): TokenState => ({
    ...{ name, header: bearer, expected: 'token_invalid' },
    ...(sql && { sql }),
  });
  return [
    { name: 'no header', header: () => '', expected: 'token_missing' },
    { name: 'a scheme without a token', header: () => 'Bearer', expected: 'token_missing' },
    { name: 'a token without a scheme', header: (token) => token, expected: 'token_missing' },
    { name: 'two tokens', header: (token) => `Bearer ${token} ${token}`, expected: 'token_missing' },
    { name: 'the scheme Basic', header: (token) => `Basic ${token}`, expected: 'token_missing' },
    { name: 'the scheme Token', header: (token) => `Token ${token}`, expected: 'token_missing' },
    { name: 'no token of this service', header: () => 'Bearer secret', expected: 'token_invalid' },
    { name: 'an unknown token', header: () => `Bearer svcapi_${'A'.repeat(43)}`, expected: 'token_invalid' },
    { name: 'a token cut short', header: (token) => `Bearer ${token.slice(0, -1)}`, expected: 'token_invalid' },
    { name: 'a token in lower case', header: (token) => bearer(token.toLowerCase()), expected: 'token_invalid' },
    dead('a token that expired a minute ago', token(`expires_at = ${now - 60}`)),
    dead('a revoked token', token(`revoked_at = ${now - 1}`)),
    dead('a token of a grant that expired a minute ago', grant(`expires_at = ${now - 60}`)),
    dead('a token of a revoked grant', grant(`revoked_at = ${now - 1}`)),
    dead('a token of a revoked client', grant(`client_id = '${REVOKED_CLIENT}'`)),
    { name: 'a valid token', header: bearer, expected: 'valid' },
    {
      ...{ name: 'a valid token, about to expire', header: bearer, expected: 'valid' },
      sql: token(`expires_at = ${now + soon}`),
    },
    { name: 'a valid token with the scheme OAuth', header: (token) => `OAuth ${token}`, expected: 'valid' },
    {
      ...{ name: 'a valid token with the scheme in another case', expected: 'valid' },
      header: (token) => `bEARER  ${token} `,
    },
  ];
}

/** The reference, sections 4 and 5.3: what is held when a permission is granted. */
function isAllowed(needed: Permission | null, granted: readonly Permission[]): boolean {
  if (needed === null || granted.includes(needed)) return true;
  return needed === 'character_read' && granted.includes('character_stats');
}

/** Returns the expected outcome: 200, or the error code of the 401. */
export function expectedAccess(row: Row, state: TokenState, granted: readonly Permission[]): string {
  if (!row.authentication) return '200';
  if (state.expected !== 'valid') return state.expected;
  return isAllowed(row.permission, granted) ? '200' : 'permission_missing';
}

const challenges: Record<string, string> = {
  token_missing: 'Bearer realm="svcapi"',
  token_invalid: 'Bearer realm="svcapi", error="invalid_token"',
};

/** Returns the WWW-Authenticate of a 401. */
export function expectedChallenge(row: Row, error: string): string {
  return challenges[error] ?? `Bearer realm="svcapi", error="insufficient_scope", scope="${row.permission}"`;
}

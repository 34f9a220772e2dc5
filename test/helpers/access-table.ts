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
  const dead = (name: string, sql: (tokenId: string) => string): TokenState => ({
    ...{ name, header: bearer, expected: 'token_invalid', sql },
  });
  const states = (expected: TokenState['expected'], headers: Record<string, TokenState['header']>) =>
    Object.entries(headers).map(([name, header]) => ({ name, header, expected }));
  return [
    ...states('token_missing', {
      'no header': () => '',
      'a scheme without a token': () => 'Bearer',
      'a token without a scheme': (token) => token,
      'two tokens': (token) => `Bearer ${token} ${token}`,
      'the scheme Basic': (token) => `Basic ${token}`,
    }),
    ...states('token_invalid', {
      'no token of this service': () => 'Bearer secret',
      'an unknown token': () => `Bearer svcapi_${'A'.repeat(43)}`,
      'a token cut short': (token) => `Bearer ${token.slice(0, -1)}`,
      'a token in lower case': (token) => bearer(token.toLowerCase()),
    }),
    dead('a token that expired a minute ago', token(`expires_at = ${now - 60}`)),
    dead('a revoked token', token(`revoked_at = ${now - 1}`)),
    dead('a token of a grant that expired a minute ago', grant(`expires_at = ${now - 60}`)),
    dead('a token of a revoked grant', grant(`revoked_at = ${now - 1}`)),
    dead('a token of a revoked client', grant(`client_id = '${REVOKED_CLIENT}'`)),
    ...states('valid', {
      'a valid token': bearer,
      'a valid token with the scheme OAuth': (token) => `OAuth ${token}`,
      'a valid token with the scheme in another case': (token) => `bEARER  ${token} `,
    }),
    {
      ...{ name: 'a valid token, about to expire', header: bearer, expected: 'valid' },
      sql: token(`expires_at = ${now + soon}`),
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

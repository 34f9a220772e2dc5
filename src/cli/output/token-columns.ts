import type { Client, TokenInfo } from '../../store/store.js';
import type { Column } from './column.js';
import { dateColumn } from './date-column.js';

/** The state of a token. */
export type TokenState = 'active' | 'expired' | 'revoked';

export type ListedToken = TokenInfo & { state: TokenState };

const listed = (token: ListedToken) => token.permissions.join(', ');

/** The columns of a token; a narrow terminal gets the number of its permissions. */
export const tokenColumns: Column<ListedToken>[] = [
  { name: 'token', value: (token) => token.id, tone: 'strong' },
  { name: 'state', value: (token) => token.state, tone: (token) => (token.state === 'active' ? 'good' : 'bad') },
  { name: 'client', value: (token) => token.client_id },
  { name: 'uid', value: (token) => token.character.uid, optional: 2 },
  { name: 'character', value: (token) => token.character.name, long: 'cut' },
  {
    name: 'permissions',
    value: (token) => token.permissions,
    long: 'wrap',
    forms: [listed, listed, (token) => `${token.permissions.length}`],
  },
  { ...dateColumn('created', (token) => token.created_at), optional: 1 },
  dateColumn('expires', (token) => token.expires_at),
];

/** Adds the current state to tokens. Revoking a client revokes its tokens. */
export function withState(tokens: TokenInfo[], clients: Client[], now: number): ListedToken[] {
  const revoked = new Set(clients.filter((client) => client.revoked_at !== null).map((client) => client.id));
  return tokens.map((token) => {
    const isRevoked = token.revoked_at !== null || revoked.has(token.client_id);
    return { ...token, state: isRevoked ? 'revoked' : token.expires_at <= now ? 'expired' : 'active' };
  });
}

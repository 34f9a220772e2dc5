import type { Client, TokenInfo } from '../../store/store.js';
import type { Column } from './column.js';
import { isoDate } from './iso-date.js';

/** The state of a token. */
export type TokenState = 'active' | 'expired' | 'revoked';

export type ListedToken = TokenInfo & { state: TokenState };

/** The columns of a token. */
export const tokenColumns: Column<ListedToken>[] = [
  { name: 'token', value: (token) => token.id, tone: 'strong' },
  { name: 'state', value: (token) => token.state, tone: (token) => (token.state === 'active' ? 'good' : 'bad') },
  { name: 'client', value: (token) => token.clientId },
  { name: 'uid', value: (token) => token.character.uid },
  { name: 'character', value: (token) => token.character.name },
  { name: 'permissions', value: (token) => token.permissions, shown: (token) => token.permissions.join(', ') },
  { name: 'created', value: (token) => isoDate(token.createdAt) },
  { name: 'expires', value: (token) => isoDate(token.expiresAt) },
];

/** Adds the current state to tokens. Revoking a client revokes its tokens. */
export function withState(tokens: TokenInfo[], clients: Client[], now: number): ListedToken[] {
  const revoked = new Set(clients.filter((client) => client.revokedAt !== null).map((client) => client.id));
  return tokens.map((token) => {
    const isRevoked = token.revokedAt !== null || revoked.has(token.clientId);
    return { ...token, state: isRevoked ? 'revoked' : token.expiresAt <= now ? 'expired' : 'active' };
  });
}

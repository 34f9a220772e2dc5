import type { ModelAdapter, Payload } from 'oidc-provider';
import type { GrantedToken } from '../../../store/store.js';
import { SECRET_PREFIXES, tokenHash } from '../../../store/token.js';
import { type AdapterParts, libraryExpiry } from './adapter.js';
import { holderOf } from './grant-adapter.js';

/** Seconds in which a refresh token can be exchanged again: several copies of a script may come together. */
export const GRACE = 60;

type TokenKind = 'access' | 'refresh';

const PREFIXES = { access: SECRET_PREFIXES.token, refresh: SECRET_PREFIXES.refreshToken };

/** Returns a token as programs see it: the library makes it without the prefix. */
export function withPrefix(kind: TokenKind, token: string): string {
  return token.startsWith(PREFIXES[kind]) ? token : PREFIXES[kind] + token;
}

/** Keeps tokens: the rows that the API accepts tokens by, and that `svcapi token list` shows. */
export function tokenAdapter({ store: { tokens }, now }: AdapterParts, kind: TokenKind): ModelAdapter {
  return {
    async upsert(id, payload, lifetime) {
      await tokens.add({
        hash: tokenHash(withPrefix(kind, id)),
        kind,
        grant_id: String(payload.grantId),
        created_at: now(),
        expires_at: now() + lifetime,
        scope: String(payload.scope ?? ''),
        // A token of the host has none.
        payload: '{}',
      });
    },

    async find(id) {
      const token = await tokens.find(tokenHash(id), now());
      const isAccess = token?.kind !== 'refresh';
      return token && isAccess === (kind === 'access') ? toPayload(id, token, now()) : undefined;
    },

    async consume(id) {
      await tokens.consume(tokenHash(id), now());
    },

    destroy: (id) => tokens.revokeByHash(tokenHash(id), now()),

    // The library asks for this once for each model.
    revokeByGrantId: async (grantId) => {
      if (kind === 'access') await tokens.revokeOfGrant(grantId, now());
    },
  };
}

/** Returns the payload of a token, also of one that the host or a person has made. */
function toPayload(id: string, token: GrantedToken, now: number): Payload {
  const { kind, grant_id, client_id, scope, permissions, created_at, consumed_at, expires_at } = token;
  const isExchanged = consumed_at !== null && now - consumed_at > GRACE;
  return {
    kind: kind === 'refresh' ? 'RefreshToken' : 'AccessToken',
    jti: id,
    iat: created_at,
    exp: libraryExpiry(expires_at, now),
    grantId: grant_id,
    clientId: client_id,
    accountId: holderOf(token),
    scope: scope ?? permissions.join(' '),
    ...(isExchanged && { consumed: consumed_at }),
  };
}

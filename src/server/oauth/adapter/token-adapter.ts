import type { ModelAdapter, Payload } from 'oidc-provider';
import type { GrantedToken, Store } from '../../../store/store.js';
import { holderOf } from './grant-adapter.js';
import { keyOf, type LibraryClock, packPayload, unpackPayload } from './payload.js';

/** Seconds in which a refresh token can be exchanged again: several copies of a script may come together. */
export const GRACE = 60;

/** Keeps tokens: the rows that the API accepts tokens by, and that `svcapi token list` shows. */
export function tokenAdapter(store: Store, kind: 'access' | 'refresh', clock: LibraryClock): ModelAdapter {
  const { tokens } = store;
  return {
    async upsert(id, payload, lifetime) {
      const now = clock.now();
      await tokens.add({
        hash: keyOf(id),
        kind,
        grant_id: String(payload.grantId),
        created_at: now,
        expires_at: now + lifetime,
        scope: String(payload.scope ?? ''),
        payload: packPayload(id, withoutColumns(payload), clock),
      });
    },

    async find(id) {
      const token = await tokens.find(keyOf(id), clock.now());
      const isAccess = token?.kind !== 'refresh';
      return token && isAccess === (kind === 'access') ? toPayload(id, token, clock) : undefined;
    },

    async consume(id) {
      await tokens.consume(keyOf(id), clock.now());
    },

    destroy: (id) => tokens.revokeByHash(keyOf(id), clock.now()),

    // The library asks for this once for each model.
    revokeByGrantId: async (grantId) => {
      if (kind === 'access') await tokens.revokeOfGrant(grantId, clock.now());
    },
  };
}

/** Leaves out what the row has in columns of its own, or has from its grant. */
function withoutColumns({ grantId: _, scope: __, clientId: ___, accountId: ____, ...payload }: Payload): Payload {
  return payload;
}

/** Returns the payload of a token, also of one that the host or a person has made. */
function toPayload(id: string, token: GrantedToken, clock: LibraryClock): Payload {
  const { kind, grant_id, client_id, scope, permissions, created_at, consumed_at, expires_at } = token;
  const isExchanged = consumed_at !== null && clock.now() - consumed_at > GRACE;
  const made = {
    kind: kind === 'refresh' ? 'RefreshToken' : 'AccessToken',
    iat: created_at,
  };
  const payload = token.payload ?? JSON.stringify(made);
  return {
    ...unpackPayload(id, { payload, expires_at }, clock),
    grantId: grant_id,
    clientId: client_id,
    accountId: holderOf(token),
    scope: scope ?? permissions.join(' '),
    ...(isExchanged && { consumed: consumed_at + clock.ahead() }),
  };
}

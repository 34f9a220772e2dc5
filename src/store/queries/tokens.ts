import type { InferResult, Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import { inOrder, inScope, permissionsOf } from '../permissions-of.js';
import { recordUse } from '../record-use.js';
import type { Principal, Store } from '../store.js';
import { looksLikeToken, newId, newToken, tokenHash } from '../token.js';
import type { Traits } from '../traits.js';
import { createGrant } from './account-grants.js';
import { statement } from './statement.js';

/** The valid tokens that give access. */
const validTokens = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom('tokens')
    .innerJoin('grants', 'grants.id', 'tokens.grant_id')
    .innerJoin('clients', 'clients.id', 'grants.client_id')
    .innerJoin('entities', 'entities.uid', 'grants.character_uid')
    .leftJoin('accounts', 'accounts.id', 'grants.account_id')
    .leftJoin('accounts as owners', 'owners.id', 'clients.owner_id')
    .where('tokens.kind', '<>', 'refresh')
    .where('tokens.expires_at', '>', now)
    .where('tokens.revoked_at', 'is', null)
    .where('grants.expires_at', '>', now)
    .where('grants.revoked_at', 'is', null)
    .where('clients.revoked_at', 'is', null)
    .where('accounts.disabled_at', 'is', null)
    .where('owners.disabled_at', 'is', null)
    .where('entities.removed_at', 'is', null);

/** The valid tokens that give access, with a row for each permission of the grant, or one without. */
const grantsOfTokens = (db: Kysely<Tables>, now: number) =>
  validTokens(db, now)
    .leftJoin('grant_permissions', 'grant_permissions.grant_id', 'grants.id')
    .select(['tokens.hash', 'grants.client_id', 'grants.character_uid', 'grant_permissions.permission', 'tokens.scope'])
    .select(['tokens.expires_at as token_expires_at', 'grants.expires_at as grant_expires_at'])
    .select(['grants.id as grant_id', 'grants.account_id', 'grants.last_used_at', 'grants.last_used_from']);

type GrantOfToken = InferResult<ReturnType<typeof grantsOfTokens>>[number];

const grantOfToken = statement<{ hash: string; now: number }>()((db, value) =>
  grantsOfTokens(db, value('now')).where('tokens.hash', '=', value('hash')),
);

/** A row for each permission of the grant, or one without, for a token whose grant is valid, expired or exchanged as it may be. */
const tokenByHash = statement<{ hash: string; now: number }>()((db, value) =>
  db
    .selectFrom('tokens')
    .innerJoin('grants', 'grants.id', 'tokens.grant_id')
    .innerJoin('clients', 'clients.id', 'grants.client_id')
    .innerJoin('entities', 'entities.uid', 'grants.character_uid')
    .leftJoin('accounts', 'accounts.id', 'grants.account_id')
    .leftJoin('accounts as owners', 'owners.id', 'clients.owner_id')
    .select(['tokens.kind', 'tokens.grant_id', 'tokens.created_at', 'tokens.expires_at', 'tokens.scope'])
    .leftJoin('grant_permissions', 'grant_permissions.grant_id', 'grants.id')
    .select(['tokens.payload', 'tokens.consumed_at', 'grants.client_id', 'grants.account_id', 'grants.character_uid'])
    .select('grant_permissions.permission')
    .where('tokens.hash', '=', value('hash'))
    .where('tokens.revoked_at', 'is', null)
    .where('grants.expires_at', '>', value('now'))
    .where('grants.revoked_at', 'is', null)
    .where('clients.revoked_at', 'is', null)
    .where('accounts.disabled_at', 'is', null)
    .where('owners.disabled_at', 'is', null)
    .where('entities.removed_at', 'is', null),
);

export function tokens(db: Kysely<Tables>, { isOneOf }: Traits): Store['tokens'] {
  return {
    async principal(token, now, from) {
      if (!looksLikeToken(token)) return undefined;
      return principalOf(db, await grantOfToken.all(db, { hash: tokenHash(token), now }), now, from);
    },

    async principals(hashes, now) {
      const rows = await grantsOfTokens(db, now).where(isOneOf('tokens.hash', hashes)).execute();
      const byHash = new Map<string, GrantOfToken[]>();
      for (const row of rows) byHash.set(row.hash, [...(byHash.get(row.hash) ?? []), row]);
      return new Map([...byHash].map(([hash, ofToken]) => [hash, principalOf(db, ofToken, now)]));
    },

    async create(grant, now, accountId) {
      const grantId = await createGrant(db, grant, now, accountId ?? null);
      const id = newId();
      const token = newToken();
      await db
        .insertInto('tokens')
        .values({
          id,
          hash: tokenHash(token),
          grant_id: grantId,
          kind: accountId === undefined ? 'access' : 'personal',
          created_at: now,
          expires_at: grant.expires_at,
          revoked_at: null,
          scope: null,
          payload: null,
          consumed_at: null,
        })
        .execute();
      return { id, token };
    },

    async find(hash, now) {
      const rows = await tokenByHash.all(db, { hash, now });
      const [first] = rows;
      if (!first) return undefined;
      const { permission: _, ...token } = first;
      return { ...token, permissions: inOrder(rows.map((row) => row.permission)) };
    },

    async add(token) {
      await db
        .insertInto('tokens')
        .values({ id: newId(), ...token, revoked_at: null, consumed_at: null })
        .execute();
    },

    async consume(hash, now) {
      const result = await db
        .updateTable('tokens')
        .set({ consumed_at: now })
        .where('hash', '=', hash)
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async revokeOfGrant(grantId, now) {
      await db
        .updateTable('tokens')
        .set({ revoked_at: now })
        .where('grant_id', '=', grantId)
        .where('revoked_at', 'is', null)
        .execute();
    },

    async revokeByHash(hash, now) {
      await db
        .updateTable('tokens')
        .set({ revoked_at: now })
        .where('hash', '=', hash)
        .where('revoked_at', 'is', null)
        .execute();
    },

    async list() {
      const rows = await db
        .selectFrom('tokens')
        .innerJoin('grants', 'grants.id', 'tokens.grant_id')
        .innerJoin('clients', 'clients.id', 'grants.client_id')
        .innerJoin('entities', 'entities.uid', 'grants.character_uid')
        .leftJoin('accounts', 'accounts.id', 'grants.account_id')
        .leftJoin('accounts as owners', 'owners.id', 'clients.owner_id')
        .select(['tokens.id', 'tokens.kind', 'tokens.scope', 'tokens.payload', 'tokens.created_at'])
        .select(['tokens.consumed_at', 'tokens.expires_at', 'grants.expires_at as grant_expires_at'])
        .select(['tokens.grant_id', 'grants.client_id', 'entities.uid', 'entities.name', 'accounts.name as account'])
        .select('entities.removed_at')
        .select(({ fn }) =>
          fn.coalesce('tokens.revoked_at', 'grants.revoked_at', 'clients.revoked_at').as('revoked_at'),
        )
        .select(({ fn }) => fn.coalesce('accounts.disabled_at', 'owners.disabled_at').as('disabled_at'))
        .orderBy('tokens.created_at')
        .orderBy('tokens.id')
        .execute();
      const granted = await permissionsOf(
        db,
        rows.map((row) => row.grant_id),
      );
      return rows.map(({ grant_id, uid, name, kind, scope, payload, expires_at, grant_expires_at, ...token }) => ({
        ...token,
        // The host makes tokens without OAuth, which leaves a payload.
        kind: kind === 'access' && payload === null ? 'host' : kind,
        expires_at: Math.min(expires_at, grant_expires_at),
        character: { uid, name },
        permissions: inScope(granted.get(grant_id) ?? [], scope),
      }));
    },

    async revoke(id, now) {
      const result = await db
        .updateTable('tokens')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
  };
}

/** Returns the holder of a token from its rows, and records that its grant is in use. */
function principalOf(
  db: Kysely<Tables>,
  rows: readonly GrantOfToken[],
  now: number,
  from?: string,
): Principal | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const { grant_id } = first;
  if (first.account_id !== null) recordUse(db, 'grants', { ...first, key: grant_id }, now, from);
  return {
    grant_id,
    client_id: first.client_id,
    character_uid: first.character_uid,
    permissions: inScope(inOrder(rows.map((row) => row.permission)), first.scope),
    expires_at: Math.min(first.token_expires_at, first.grant_expires_at),
  };
}

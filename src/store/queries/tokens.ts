import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import { inOrder, permissionsOf } from '../permissions-of.js';
import type { Store } from '../store.js';
import { looksLikeToken, newId, newToken, tokenHash } from '../token.js';
import { statement } from './statement.js';

/** A row for each permission of the grant, or one without, for a valid token. */
const grantOfToken = statement<{ hash: string; now: number }>()((db, value) =>
  db
    .selectFrom('tokens')
    .innerJoin('grants', 'grants.id', 'tokens.grant_id')
    .innerJoin('clients', 'clients.id', 'grants.client_id')
    .leftJoin('grant_permissions', 'grant_permissions.grant_id', 'grants.id')
    .select(['grants.client_id', 'grants.character_uid', 'grant_permissions.permission'])
    .select(['tokens.expires_at as token_expires_at', 'grants.expires_at as grant_expires_at'])
    .where('tokens.hash', '=', value('hash'))
    .where('tokens.expires_at', '>', value('now'))
    .where('tokens.revoked_at', 'is', null)
    .where('grants.expires_at', '>', value('now'))
    .where('grants.revoked_at', 'is', null)
    .where('clients.revoked_at', 'is', null),
);

export function tokens(db: Kysely<Tables>): Store['tokens'] {
  return {
    async principal(token, now) {
      if (!looksLikeToken(token)) return undefined;
      const rows = await grantOfToken.all(db, { hash: tokenHash(token), now });
      const [first] = rows;
      return (
        first && {
          client_id: first.client_id,
          character_uid: first.character_uid,
          permissions: inOrder(rows.map((row) => row.permission)),
          expires_at: Math.min(first.token_expires_at, first.grant_expires_at),
        }
      );
    },

    async create({ permissions, ...grant }, now) {
      const grantId = newId();
      const id = newId();
      const token = newToken();
      const made = { created_at: now, revoked_at: null };
      await db
        .insertInto('grants')
        .values({ id: grantId, ...grant, ...made })
        .execute();
      if (permissions.length > 0) {
        await db
          .insertInto('grant_permissions')
          .values(permissions.map((permission) => ({ grant_id: grantId, permission })))
          .execute();
      }
      await db
        .insertInto('tokens')
        .values({ id, hash: tokenHash(token), grant_id: grantId, expires_at: grant.expires_at, ...made })
        .execute();
      return { id, token };
    },

    async list() {
      const rows = await db
        .selectFrom('tokens')
        .innerJoin('grants', 'grants.id', 'tokens.grant_id')
        .innerJoin('entities', 'entities.uid', 'grants.character_uid')
        .select(['tokens.id', 'tokens.created_at', 'tokens.expires_at', 'tokens.revoked_at'])
        .select(['tokens.grant_id', 'grants.client_id', 'entities.uid', 'entities.name'])
        .orderBy('tokens.created_at')
        .orderBy('tokens.id')
        .execute();
      const granted = await permissionsOf(
        db,
        rows.map((row) => row.grant_id),
      );
      return rows.map(({ grant_id, uid, name, ...token }) => ({
        ...token,
        character: { uid, name },
        permissions: granted.get(grant_id) ?? [],
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

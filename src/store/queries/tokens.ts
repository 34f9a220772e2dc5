import type { Kysely } from 'kysely';
import { isPermission, type Permission, permissionNames } from '../../domain/permission.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import { looksLikeToken, newId, newToken, tokenHash } from '../token.js';
import { statement } from './statement.js';

/** A row for each permission of the grant, or one without, for a token that is in force. */
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
          clientId: first.client_id,
          characterUid: first.character_uid,
          permissions: inOrder(rows.map((row) => row.permission)),
          expiresAt: Math.min(first.token_expires_at, first.grant_expires_at),
        }
      );
    },

    async create({ clientId, characterUid, permissions, expiresAt }, now) {
      const grantId = newId();
      const id = newId();
      const token = newToken();
      await db
        .insertInto('grants')
        .values({
          id: grantId,
          client_id: clientId,
          character_uid: characterUid,
          created_at: now,
          expires_at: expiresAt,
          revoked_at: null,
        })
        .execute();
      if (permissions.length > 0) {
        await db
          .insertInto('grant_permissions')
          .values(permissions.map((permission) => ({ grant_id: grantId, permission })))
          .execute();
      }
      await db
        .insertInto('tokens')
        .values({
          id,
          hash: tokenHash(token),
          grant_id: grantId,
          created_at: now,
          expires_at: expiresAt,
          revoked_at: null,
        })
        .execute();
      return { id, token };
    },

    async list() {
      const rows = await db
        .selectFrom('tokens')
        .innerJoin('grants', 'grants.id', 'tokens.grant_id')
        .innerJoin('entities', 'entities.uid', 'grants.character_uid')
        .select([
          'tokens.id',
          'tokens.grant_id',
          'grants.client_id',
          'entities.uid',
          'entities.name',
          'tokens.created_at',
          'tokens.expires_at',
          'tokens.revoked_at',
        ])
        .orderBy('tokens.created_at')
        .orderBy('tokens.id')
        .execute();
      const granted = await permissionsOf(
        db,
        rows.map((row) => row.grant_id),
      );
      return rows.map((row) => ({
        id: row.id,
        clientId: row.client_id,
        character: { uid: row.uid, name: row.name },
        permissions: granted.get(row.grant_id) ?? [],
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        revokedAt: row.revoked_at,
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

/** The permissions of each of some grants. */
export async function permissionsOf(db: Kysely<Tables>, grantIds: string[]): Promise<Map<string, Permission[]>> {
  const granted = new Map<string, string[]>();
  for (let start = 0; start < grantIds.length; start += 500) {
    const rows = await db
      .selectFrom('grant_permissions')
      .select(['grant_id', 'permission'])
      .where('grant_id', 'in', grantIds.slice(start, start + 500))
      .execute();
    for (const { grant_id, permission } of rows) {
      const known = granted.get(grant_id);
      if (known) known.push(permission);
      else granted.set(grant_id, [permission]);
    }
  }
  return new Map([...granted].map(([id, names]) => [id, inOrder(names)]));
}

/** Permissions in the order of their table, without any that this version does not know. */
function inOrder(names: (string | null)[]): Permission[] {
  const known = new Set(names.filter((name) => name !== null && isPermission(name)));
  return permissionNames.filter((name) => known.has(name));
}

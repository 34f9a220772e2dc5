import { sql } from 'kysely';
import { type Permission, permissionNames } from '../../domain/permission.js';
import type { GrantRow } from '../../model/access.js';
import { newId } from '../token.js';
import { type Db, hasChanged, statement } from './statement.js';

export type NewGrant = Pick<GrantRow, 'client_id' | 'character_uid' | 'permissions' | 'expires_at'> &
  Partial<Pick<GrantRow, 'name'>>;

export const permissionsOfGrant = sql<string | null>`
  (select string_agg(permission, ' ') from grant_permissions where grant_id = grants.id)`.as('permissions');

/** Grants that are valid, even those of disabled accounts and removed characters. */
const lasting = (db: Db, now: number) =>
  db
    .selectFrom('grants')
    .leftJoin('accounts', 'accounts.id', 'grants.account_id')
    .innerJoin('clients', 'clients.id', 'grants.client_id')
    .innerJoin('entities', 'entities.uid', 'grants.character_uid')
    .select(['grants.id', 'grants.client_id', 'grants.character_uid', 'grants.expires_at', 'grants.created_at'])
    .select(['grants.account_id', 'grants.last_used_at', 'grants.last_used_from', 'grants.name', permissionsOfGrant])
    .where('grants.expires_at', '>', now)
    .where('grants.revoked_at', 'is', null)
    .where('clients.revoked_at', 'is', null);

const valid = (db: Db, now: number) =>
  lasting(db, now).where('accounts.disabled_at', 'is', null).where('entities.removed_at', 'is', null);

const named = <Query extends ReturnType<typeof lasting>>(query: Query) =>
  query.select(['clients.name as client_name', 'entities.name as character_name']);

const byId = statement<{ id: string; now: number }>()((db, value) =>
  valid(db, value('now')).where('grants.id', '=', value('id')),
);

const forClient = statement<{ clientId: string; characterUid: string; now: number }>()((db, value) =>
  valid(db, value('now'))
    .where('grants.client_id', '=', value('clientId'))
    .where('grants.character_uid', '=', value('characterUid')),
);

const ofAccount = statement<{ accountId: string; now: number }>()((db, value) =>
  named(valid(db, value('now'))).where('grants.account_id', '=', value('accountId')),
);

export function grants(db: Db) {
  return {
    async find(id: string, now: number) {
      const grant = await byId.first(db, { id, now });
      return grant && { ...grant, permissions: toPermissions(grant.permissions) };
    },

    async findFor(accountId: string, clientId: string, characterUid: string, now: number) {
      const granted = await grantsFor(db, clientId, characterUid, now);
      return newestFirst(granted.filter(({ account_id }) => account_id === accountId))[0];
    },

    ofAccount: async (accountId: string, now: number) =>
      newestFirst(await ofAccount.all(db, { accountId, now })).map(({ account_id: _, ...grant }) => toInfo(grant)),

    /** Returns all valid grants, even those of disabled accounts and removed characters, newest first. */
    async list(now: number) {
      const rows = await named(lasting(db, now))
        .select(['accounts.name as account_name', 'accounts.disabled_at', 'entities.removed_at'])
        .execute();
      return newestFirst(rows).map(({ account_id: id, account_name: name, ...grant }) => ({
        ...toInfo(grant),
        /** Null for the host. */
        account: id === null || name === null ? null : { id, name },
      }));
    },

    create: ({ account_id, ...grant }: NewGrant & { account_id: string | null }, now: number) =>
      createGrant(db, grant, now, account_id),

    /** Adds permissions, and extends the grant to `expiresAt` at least. */
    async extend(id: string, permissions: Permission[], expiresAt: number) {
      await addPermissions(db, id, permissions);
      const shorter = db.updateTable('grants').where('id', '=', id).where('expires_at', '<', expiresAt);
      await shorter.set({ expires_at: expiresAt }).execute();
    },

    /** Ends a grant with its tokens; returns false if there is none, or it has ended before. */
    end: (id: string, now: number) =>
      hasChanged(
        db.updateTable('grants').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null),
      ),
  };
}

/** Returns the valid grants of a client for a character, by their ends. */
export async function grantsFor(db: Db, clientId: string, characterUid: string, now: number) {
  const rows = await forClient.all(db, { clientId, characterUid, now });
  return rows
    .sort((one, other) => one.expires_at - other.expires_at || (one.id < other.id ? -1 : 1))
    .map((grant) => ({ ...grant, permissions: toPermissions(grant.permissions) }));
}

export async function createGrant(
  db: Db,
  { permissions, ...grant }: NewGrant,
  now: number,
  accountId: string | null,
): Promise<string> {
  const id = newId();
  const row = { id, ...grant, created_at: now, account_id: accountId };
  await db.insertInto('grants').values(row).execute();
  await addPermissions(db, id, permissions);
  return id;
}

async function addPermissions(db: Db, grantId: string, permissions: Permission[]): Promise<void> {
  if (permissions.length === 0) return;
  await db
    .insertInto('grant_permissions')
    .values(permissions.map((permission) => ({ grant_id: grantId, permission })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function newestFirst<Row extends { id: string; created_at: number }>(rows: Row[]): Row[] {
  return rows.sort((one, other) => other.created_at - one.created_at || (one.id < other.id ? -1 : 1));
}

type NamedRow = Record<'client_id' | 'client_name' | 'character_uid' | 'character_name', string> & {
  permissions: string | null;
};

function toInfo<Row extends NamedRow>({ client_id, client_name, character_uid, character_name, ...grant }: Row) {
  return {
    ...grant,
    permissions: toPermissions(grant.permissions),
    client: { id: client_id, name: client_name },
    character: { uid: character_uid, name: character_name },
  };
}

/** Returns the known permissions in the order of their table. */
export function toPermissions(names: string | null): Permission[] {
  const known = new Set(names?.split(' '));
  return permissionNames.filter((name) => known.has(name));
}

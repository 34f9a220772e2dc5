import type { Kysely } from 'kysely';
import type { Permission } from '../../domain/permission.js';
import type { Tables } from '../../model/index.js';
import { inOrder } from '../permissions-of.js';
import type { NewGrant, Store, ValidGrant } from '../store.js';
import { newId } from '../token.js';
import { statement } from './statement.js';

/** A row for each permission of a valid grant, or one without; also of those whose account is disabled, or whose character sleeps. */
const lasting = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom('grants')
    .leftJoin('accounts', 'accounts.id', 'grants.account_id')
    .innerJoin('clients', 'clients.id', 'grants.client_id')
    .innerJoin('entities', 'entities.uid', 'grants.character_uid')
    .leftJoin('grant_permissions', 'grant_permissions.grant_id', 'grants.id')
    .select(['grants.id', 'grants.client_id', 'grants.character_uid', 'grants.expires_at', 'grants.created_at'])
    .select(['grants.account_id', 'grants.last_used_at', 'grants.last_used_from', 'grants.name'])
    .select('grant_permissions.permission')
    .where('grants.expires_at', '>', now)
    .where('grants.revoked_at', 'is', null)
    .where('clients.revoked_at', 'is', null);

const valid = (db: Kysely<Tables>, now: number) =>
  lasting(db, now).where('accounts.disabled_at', 'is', null).where('entities.removed_at', 'is', null);

/** Adds the names of the client and the character. */
const named = <Query extends ReturnType<typeof lasting>>(query: Query) =>
  query.select(['clients.name as client_name', 'entities.name as character_name']);

const byId = statement<{ id: string; now: number }>()((db, value) =>
  valid(db, value('now')).where('grants.id', '=', value('id')),
);

const forClient = statement<{ accountId: string; clientId: string; characterUid: string; now: number }>()((db, value) =>
  valid(db, value('now'))
    .where('grants.account_id', '=', value('accountId'))
    .where('grants.client_id', '=', value('clientId'))
    .where('grants.character_uid', '=', value('characterUid')),
);

const ofAccount = statement<{ accountId: string; now: number }>()((db, value) =>
  named(valid(db, value('now'))).where('grants.account_id', '=', value('accountId')),
);

export function grants(db: Kysely<Tables>): Store['grants'] {
  return {
    find: async (id, now) => gather(await byId.all(db, { id, now }))[0],

    findFor: async (accountId, clientId, characterUid, now) =>
      gather(await forClient.all(db, { accountId, clientId, characterUid, now }))[0],

    async ofAccount(accountId, now) {
      return gather(await ofAccount.all(db, { accountId, now })).map(({ account_id: _, ...grant }) => toInfo(grant));
    },

    async list(now) {
      const rows = await named(lasting(db, now))
        .select(['accounts.name as account_name', 'accounts.disabled_at', 'entities.removed_at'])
        .execute();
      return gather(rows).map(({ account_id: id, account_name: name, ...grant }) => ({
        ...toInfo(grant),
        account: id === null || name === null ? null : { id, name },
      }));
    },

    create: ({ account_id, ...grant }, now) => createGrant(db, grant, now, account_id),

    async extend(id, permissions, expiresAt) {
      await allow(db, id, permissions);
      await db
        .updateTable('grants')
        .set({ expires_at: expiresAt })
        .where('id', '=', id)
        .where('expires_at', '<', expiresAt)
        .execute();
    },

    async end(id, now) {
      const result = await db
        .updateTable('grants')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
  };
}

/** Creates a grant of the host or of an account, and returns its id. */
export async function createGrant(
  db: Kysely<Tables>,
  { permissions, ...grant }: NewGrant,
  now: number,
  accountId: string | null,
): Promise<string> {
  const id = newId();
  const made = { created_at: now, revoked_at: null, account_id: accountId };
  await db
    .insertInto('grants')
    .values({ id, name: null, ...grant, ...made, last_used_at: null, last_used_from: null })
    .execute();
  await allow(db, id, permissions);
  return id;
}

async function allow(db: Kysely<Tables>, grantId: string, permissions: Permission[]): Promise<void> {
  if (permissions.length === 0) return;
  await db
    .insertInto('grant_permissions')
    .values(permissions.map((permission) => ({ grant_id: grantId, permission })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface NamedRow {
  client_id: string;
  client_name: string;
  character_uid: string;
  character_name: string;
}

function toInfo<Row extends NamedRow>({ client_id, client_name, character_uid, character_name, ...grant }: Row) {
  return {
    ...grant,
    client: { id: client_id, name: client_name },
    character: { uid: character_uid, name: character_name },
  };
}

/** Puts the permissions of each grant together, those made last first. */
function gather<Row extends Omit<ValidGrant, 'permissions'> & { permission: string | null }>(rows: Row[]) {
  const byId = new Map<string, Row[]>();
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  return [...byId.values()]
    .map((ofGrant) => {
      const { permission: _, ...grant } = ofGrant[0] as Row;
      return { ...grant, permissions: inOrder(ofGrant.map(({ permission }) => permission)) };
    })
    .sort((one, other) => other.created_at - one.created_at || (one.id < other.id ? -1 : 1));
}

import type { Kysely, Selectable } from 'kysely';
import type { Client, Store } from '../store.js';
import type { Tables } from '../tables.js';

export function clients(db: Kysely<Tables>): Store['clients'] {
  return {
    async find(id) {
      const row = await db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toClient(row);
    },

    async list() {
      const rows = await db.selectFrom('clients').selectAll().orderBy('id').execute();
      return rows.map(toClient);
    },

    async create({ id, name }, now) {
      await db.insertInto('clients').values({ id, name, created_at: now, revoked_at: null }).execute();
    },

    async revoke(id, now) {
      const result = await db
        .updateTable('clients')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
  };
}

function toClient(row: Selectable<Tables['clients']>): Client {
  return { id: row.id, name: row.name, createdAt: row.created_at, revokedAt: row.revoked_at };
}

import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Store } from '../store.js';

export function clients(db: Kysely<Tables>): Store['clients'] {
  return {
    find: (id) => db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst(),

    list: () => db.selectFrom('clients').selectAll().orderBy('id').execute(),

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

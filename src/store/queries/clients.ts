import type { Kysely } from 'kysely';
import { unregistered } from '../../model/access.js';
import type { Tables } from '../../model/index.js';
import type { Registration, Store } from '../store.js';
import { statement } from './statement.js';

const byId = statement<{ id: string }>()((db, value) =>
  db.selectFrom('clients').selectAll().where('id', '=', value('id')),
);

const byOwner = statement<{ accountId: string }>()((db, value) =>
  db.selectFrom('clients').selectAll().where('owner_id', '=', value('accountId')).where('revoked_at', 'is', null),
);

export function clients(db: Kysely<Tables>): Store['clients'] {
  return {
    find: (id) => byId.first(db, { id }),

    list: () => db.selectFrom('clients').selectAll().orderBy('id').execute(),

    ofAccount: (accountId) => byOwner.all(db, { accountId }),

    async create(client, now) {
      await insert(db, client, now).execute();
    },

    async ensure(client, now) {
      await insert(db, client, now)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    async update(id, change) {
      const result = await db
        .updateTable('clients')
        .set(change)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
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

function insert(db: Kysely<Tables>, client: { id: string; name: string } & Partial<Registration>, now: number) {
  return db.insertInto('clients').values({ ...unregistered, ...client, created_at: now, revoked_at: null });
}

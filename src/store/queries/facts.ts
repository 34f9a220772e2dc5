import type { Kysely } from 'kysely';
import { isMigrated } from '../migrations/index.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';

/** The fact that is written to see whether the database can be: one about the database, not about what is in it. */
export const PROBE = 'probed';

export function facts(db: Kysely<Tables>): Store['facts'] {
  return {
    async get(name) {
      const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value;
    },

    async set(name, value) {
      await db
        .insertInto('facts')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },

    areTablesCurrent: () => isMigrated(db),

    async isEmpty() {
      const entity = await db.selectFrom('entities').select('uid').limit(1).executeTakeFirst();
      const client = await db.selectFrom('clients').select('id').limit(1).executeTakeFirst();
      return entity === undefined && client === undefined;
    },
  };
}

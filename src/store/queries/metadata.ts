import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import { isMigrated } from '../migrations/index.js';
import type { Store } from '../store.js';

/** The name under which a probe of the database writes: it says nothing about what is in it, and no dump has it. */
export const PROBE = 'probed';

export function metadata(db: Kysely<Tables>): Store['metadata'] {
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

import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Store } from '../store.js';

export function blacklist(db: Kysely<Tables>): Store['blacklist'] {
  return {
    list: (now) =>
      db
        .selectFrom('blacklist')
        .selectAll()
        .where('expires_at', '>', now)
        .orderBy('expires_at')
        .orderBy('address')
        .execute(),

    async add(entry) {
      await db
        .insertInto('blacklist')
        .values(entry)
        .onConflict((conflict) => conflict.column('address').doUpdateSet(entry))
        .execute();
    },

    async remove(address) {
      const result = await db.deleteFrom('blacklist').where('address', '=', address).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Store } from '../store.js';
import type { Traits } from '../traits.js';
import { statement } from './statement.js';

const byAddress = statement<{ address: string; now: number }>()((db, value) =>
  db.selectFrom('blacklist').selectAll().where('address', '=', value('address')).where('expires_at', '>', value('now')),
);

export function blacklist(db: Kysely<Tables>, { isOneOf }: Traits): Store['blacklist'] {
  return {
    find: (address, now) => byAddress.first(db, { address, now }),

    async among(addresses, now) {
      const rows = await db
        .selectFrom('blacklist')
        .select('address')
        .where(isOneOf('address', addresses))
        .where('expires_at', '>', now)
        .execute();
      return rows.map(({ address }) => address);
    },

    list: (now) =>
      db
        .selectFrom('blacklist')
        .selectAll()
        .where('expires_at', '>', now)
        .orderBy('expires_at')
        .orderBy('address')
        .execute(),

    async count(now) {
      const { count } = await db
        .selectFrom('blacklist')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      return count;
    },

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

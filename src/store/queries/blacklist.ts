import type { Kysely } from 'kysely';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';

export function blacklist(db: Kysely<Tables>): Store['blacklist'] {
  return {
    async list(now) {
      const rows = await db
        .selectFrom('blacklist')
        .selectAll()
        .where('expires_at', '>', now)
        .orderBy('expires_at')
        .orderBy('address')
        .execute();
      return rows.map((row) => ({
        address: row.address,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        reason: row.reason,
      }));
    },

    async add({ address, createdAt, expiresAt, reason }) {
      const entry = { created_at: createdAt, expires_at: expiresAt, reason };
      await db
        .insertInto('blacklist')
        .values({ address, ...entry })
        .onConflict((conflict) => conflict.column('address').doUpdateSet(entry))
        .execute();
    },

    async remove(address) {
      const result = await db.deleteFrom('blacklist').where('address', '=', address).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

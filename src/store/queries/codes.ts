import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { DEVICE_POLL_INTERVAL } from '../../model/sign-in.js';
import type { Store } from '../store.js';
import { keepNewest, MAX_PENDING } from './keep-newest.js';
import { statement } from './statement.js';

const byHash = statement<{ hash: string }>()((db, value) =>
  db.selectFrom('codes').selectAll().where('hash', '=', value('hash')),
);

const byUserCode = statement<{ userCodeHash: string }>()((db, value) =>
  db.selectFrom('codes').selectAll().where('user_code_hash', '=', value('userCodeHash')),
);

export function codes(db: Kysely<Tables>): Store['codes'] {
  return {
    find: (hash) => byHash.first(db, { hash }),

    findByUserCode: (userCodeHash) => byUserCode.first(db, { userCodeHash }),

    async save(hash, code, atMost = MAX_PENDING) {
      const { grant_id, payload } = code;
      await db
        .insertInto('codes')
        .values({ hash, ...code, consumed_at: null, polled_at: null, poll_interval: DEVICE_POLL_INTERVAL })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ grant_id, payload }))
        .execute();
      if (code.user_code_hash !== null) await keepNewest(db, 'codes', atMost, sql`user_code_hash is not null`);
    },

    async decide(hash, decision, now) {
      const result = await db
        .updateTable('codes')
        .set({ ...decision, user_code_hash: null })
        .where('hash', '=', hash)
        .where('user_code_hash', 'is not', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async consume(hash, now) {
      const result = await db
        .updateTable('codes')
        .set({ consumed_at: now })
        .where('hash', '=', hash)
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async poll(hash, now) {
      const inTime = await db
        .updateTable('codes')
        .set({ polled_at: now })
        .where('hash', '=', hash)
        .where((eb) => eb.or([eb('polled_at', 'is', null), eb('polled_at', '<=', sql<number>`${now} - poll_interval`)]))
        .executeTakeFirst();
      if (inTime.numUpdatedRows > 0n) return true;
      await db
        .updateTable('codes')
        .set({ polled_at: now, poll_interval: sql<number>`poll_interval + ${DEVICE_POLL_INTERVAL}` })
        .where('hash', '=', hash)
        .execute();
      return false;
    },

    async remove(hash) {
      await db.deleteFrom('codes').where('hash', '=', hash).execute();
    },
  };
}

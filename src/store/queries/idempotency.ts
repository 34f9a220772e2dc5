import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Store } from '../store.js';
import type { Traits } from '../traits.js';

export function idempotency(db: Kysely<Tables>, { takeTurns }: Traits): Store['idempotency'] {
  return {
    async find({ client_id, character_uid, key }, since) {
      await takeTurns(db, JSON.stringify([client_id, character_uid, key]));
      return db
        .selectFrom('idempotency_keys')
        .select(['request_hash', 'answer'])
        .where('client_id', '=', client_id)
        .where('character_uid', '=', character_uid)
        .where('key', '=', key)
        .where('created_at', '>=', since)
        .executeTakeFirst();
    },

    async record(key, answer, now, since) {
      await db.deleteFrom('idempotency_keys').where('created_at', '<', since).execute();
      await db
        .insertInto('idempotency_keys')
        .values({ ...key, ...answer, created_at: now })
        .execute();
    },
  };
}

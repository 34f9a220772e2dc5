import type { Kysely } from 'kysely';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import type { Traits } from '../traits.js';

export function idempotency(db: Kysely<Tables>, { takeTurns }: Traits): Store['idempotency'] {
  return {
    async find({ clientId, characterUid, key }, since) {
      await takeTurns(db, JSON.stringify([clientId, characterUid, key]));
      const row = await db
        .selectFrom('idempotency_keys')
        .select(['request_hash', 'answer'])
        .where('client_id', '=', clientId)
        .where('character_uid', '=', characterUid)
        .where('key', '=', key)
        .where('created_at', '>=', since)
        .executeTakeFirst();
      return row && { requestHash: row.request_hash, answer: row.answer };
    },

    async record({ clientId, characterUid, key }, { requestHash, answer }, now, since) {
      await db.deleteFrom('idempotency_keys').where('created_at', '<', since).execute();
      await db
        .insertInto('idempotency_keys')
        .values({
          client_id: clientId,
          character_uid: characterUid,
          key,
          request_hash: requestHash,
          answer,
          created_at: now,
        })
        .execute();
    },
  };
}

import type { Kysely } from 'kysely';
import type { IdempotencyKey, RecordedAnswer, Store } from '../store.js';
import type { Tables } from '../tables.js';
import type { Traits } from '../traits.js';
import { statement } from './statement.js';

const byKey = statement<IdempotencyKey & { since: number }>()((db, value) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('client_id', '=', value('clientId'))
    .where('character_uid', '=', value('characterUid'))
    .where('key', '=', value('key'))
    .where('created_at', '>=', value('since')),
);

const forget = statement<{ since: number }>()((db, value) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<', value('since')),
);

const record = statement<IdempotencyKey & RecordedAnswer & { now: number }>()((db, value) =>
  db.insertInto('idempotency_keys').values({
    client_id: value('clientId'),
    character_uid: value('characterUid'),
    key: value('key'),
    request_hash: value('requestHash'),
    answer: value('answer'),
    created_at: value('now'),
  }),
);

export function idempotency(db: Kysely<Tables>, { takeTurns }: Traits): Store['idempotency'] {
  return {
    async find(key, since) {
      await takeTurns(db, JSON.stringify([key.clientId, key.characterUid, key.key]));
      const row = await byKey.first(db, { ...key, since });
      return row && { requestHash: row.request_hash, answer: row.answer };
    },

    async record(key, answer, now, since) {
      await forget.run(db, { since });
      await record.run(db, { ...key, ...answer, now });
    },
  };
}

import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { IdempotencyKey, Store } from '../store.js';
import type { Traits } from '../traits.js';
import { statement } from './statement.js';

type Key = IdempotencyKey & { since: number };

const answerTo = statement<Key>()((db, value) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('client_id', '=', value('client_id'))
    .where('character_uid', '=', value('character_uid'))
    .where('key', '=', value('key'))
    .where('created_at', '>=', value('since')),
);

export function idempotency(db: Kysely<Tables>, { takeTurns }: Traits): Store['idempotency'] {
  return {
    async find(key, since) {
      await takeTurns(db, JSON.stringify([key.client_id, key.character_uid, key.key]));
      return answerTo.first(db, { ...key, since });
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

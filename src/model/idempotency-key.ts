import { name, sha256, text, time, uid } from './columns.js';
import { defineModel, type Row } from './model.js';

/** The answer to a request with an Idempotency-Key, which its repetition gets too. A stored key keeps its answer. */
export const idempotencyKey = defineModel({
  table: 'idempotency_keys',
  key: ['client_id', 'character_uid', 'key'],
  update: 'never',
  fields: {
    client_id: name().references('clients').as('client'),
    character_uid: uid('character').references('characters').as('character'),
    key: text(),
    /** The hash of the request that the key was first used for. */
    request_hash: sha256(),
    /** The payload of the answer, as JSON. */
    answer: text(),
    created_at: time(),
  },
});

export type IdempotencyKeyRow = Row<typeof idempotencyKey>;

import { name, sha256, text, time, uid, whole } from './columns.js';
import { defineModel, type Row } from './model.js';

/** A client address that gets no answer. Reference, section 8.8. */
export const blacklistEntry = defineModel({
  table: 'blacklist',
  key: ['address'],
  fields: {
    /** An IPv4 address, or the /64 of an IPv6 address. */
    address: name(),
    created_at: time(),
    expires_at: time(),
    reason: text().default(''),
  },
});

export type BlacklistEntry = Row<typeof blacklistEntry>;

/** The answer to a request with an Idempotency-Key; a repetition gets the same answer. */
export const idempotencyKey = defineModel({
  table: 'idempotency_keys',
  key: ['client_id', 'character_uid', 'key'],
  update: 'never',
  fields: {
    client_id: name().references('clients').as('client'),
    character_uid: uid('character').references('characters').as('character'),
    key: text(),
    request_hash: sha256(),
    /** JSON. */
    answer: text(),
    created_at: time(),
  },
});

export type IdempotencyKeyRow = Row<typeof idempotencyKey>;

/** A note about the galaxy or its database, such as that it is the demo. */
export const metadata = defineModel({
  table: 'facts',
  key: ['name'],
  fields: { name: name(), value: text() },
});

/** Request counts for processes that share a database. SQLite does not have this table. */
export const rateWindow = defineModel({
  table: 'rate_windows',
  key: ['key'],
  fields: {
    key: text(),
    count: whole(0),
    /** Unix milliseconds. */
    reset_at: whole(0),
  },
});

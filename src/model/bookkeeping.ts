import { z } from 'zod';
import { refusals } from '../domain/refusals.js';
import { name, sha256, text, time, uid, whole } from './columns.js';
import { defineModel, type Row } from './model.js';

/** An address that gets no answer for some time. Reference, section 8.8. */
export const blacklistEntry = defineModel({
  table: 'blacklist',
  key: ['address'],
  fields: {
    /** An IPv4 address, or the /64 of an IPv6 one. */
    address: name(),
    created_at: time(),
    expires_at: time(),
    reason: text().default(''),
  },
});

export type BlacklistEntry = Row<typeof blacklistEntry>;

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

/** A note about the galaxy or its database as a whole, such as that it is the demo. */
export const metadata = defineModel({
  table: 'facts',
  key: ['name'],
  fields: { name: name(), value: text() },
  check: ({ name, value }) => (name === 'demo' && !isDemo(value) ? refusals.notDemo() : undefined),
});

/** Returns true for the size and the seed of a demo galaxy, as the program reads them. */
function isDemo(value: string): boolean {
  try {
    return z.object({ size: z.number(), seed: z.number() }).partial().safeParse(JSON.parse(value)).success;
  } catch {
    return false;
  }
}

/** The count of requests in a window, for processes that share a database; SQLite does not have the table. */
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

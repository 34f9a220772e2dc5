import type { BlacklistEntry, IdempotencyKeyRow } from '../../model/bookkeeping.js';
import { appliedMigrations, compareMigrations } from '../migrations/migrate.js';
import type { Traits } from '../traits.js';
import { type Db, hasChanged, statement, upsert } from './statement.js';

const entryOf = statement<{ address: string; now: number }>()((db, value) =>
  db.selectFrom('blacklist').selectAll().where('address', '=', value('address')).where('expires_at', '>', value('now')),
);

export type IdempotencyKey = Pick<IdempotencyKeyRow, 'client_id' | 'character_uid' | 'key'>;

const answerTo = statement<IdempotencyKey & { since: number }>()((db, value) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('client_id', '=', value('client_id'))
    .where('character_uid', '=', value('character_uid'))
    .where('key', '=', value('key'))
    .where('created_at', '>=', value('since')),
);

export function blacklist(db: Db, { isOneOf }: Traits) {
  const valid = (now: number) => db.selectFrom('blacklist').where('expires_at', '>', now);

  return {
    find: (address: string, now: number) => entryOf.first(db, { address, now }),

    async among(addresses: readonly string[], now: number) {
      const rows = await valid(now).select('address').where(isOneOf('address', addresses)).execute();
      return rows.map(({ address }) => address);
    },

    list: (now: number) => valid(now).selectAll().orderBy('expires_at').orderBy('address').execute(),

    async count(now: number) {
      const counted = valid(now).select((eb) => eb.fn.countAll<number>().as('count'));
      return (await counted.executeTakeFirstOrThrow()).count;
    },

    add: ({ address, ...entry }: BlacklistEntry) => upsert(db, 'blacklist', { address }, entry),

    remove: (address: string) => hasChanged(db.deleteFrom('blacklist').where('address', '=', address)),
  };
}

export function idempotency(db: Db, { takeTurns }: Traits) {
  return {
    /** Returns the answer recorded at `since` or later. Other transactions with the key wait until this one ends, and find it. */
    async find(key: IdempotencyKey, since: number) {
      await takeTurns(db, JSON.stringify([key.client_id, key.character_uid, key.key]));
      return answerTo.first(db, { ...key, since });
    },

    /** Records an answer, and deletes those from before `since`. */
    async record(
      key: IdempotencyKey,
      answer: Pick<IdempotencyKeyRow, 'request_hash' | 'answer'>,
      now: number,
      since: number,
    ) {
      await db.deleteFrom('idempotency_keys').where('created_at', '<', since).execute();
      const row = { ...key, ...answer, created_at: now };
      await db.insertInto('idempotency_keys').values(row).execute();
    },
  };
}

/** The key of the row that a probe writes; no dump has it. */
export const PROBE = 'probed';

export function metadata(db: Db, { check }: Traits) {
  return {
    async get(name: string) {
      const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value;
    },

    set: (name: string, value: string) => upsert(db, 'facts', { name }, { value }),

    async areTablesCurrent() {
      await check(db);
      return compareMigrations(await appliedMigrations(db)).missing.length === 0;
    },

    async isEmpty() {
      const entity = await db.selectFrom('entities').select('uid').limit(1).executeTakeFirst();
      const client = await db.selectFrom('clients').select('id').limit(1).executeTakeFirst();
      return entity === undefined && client === undefined;
    },
  };
}

import { setTimeout } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../model/index.js';
import { repeat } from './commits.js';
import { endDependents, hasDependents } from './queries/removals.js';
import type { Db } from './queries/statement.js';
import type { Traits } from './traits.js';

/** Maximum rows that one statement removes, so that nothing waits for it. */
const MAX_REMOVED = 500;

const DAY = 86_400;

/** Seconds to keep an exchanged refresh token, so that its reuse ends the grant. */
const REUSE_NOTICED = 7 * DAY;

/** Seconds to keep ended grants with their tokens, so that the host can list when they ended. */
const ENDED = 30 * DAY;

/** Arrivals to keep: weeks of a busy game. A stream that continues from an older one begins with a `reset`. */
const ARRIVALS = 1_000_000;

/** Removes some expired rows, never clients, and returns their number: call it until that is 0. Processes share the work. */
export async function prune(db: Db, now: number, traits: Traits): Promise<number> {
  const ofAccounts = sql`exists (select 1 from grants where grants.id = tokens.grant_id and account_id is not null)`;
  const latest = sql`(select max(sequence) from arrivals)`;
  const expired: [table: keyof Tables, key: string, where: RawBuilder<unknown>][] = [
    ['sessions', 'hash', sql`expires_at <= ${now}`],
    ['codes', 'hash', sql`expires_at <= ${now - DAY}`],
    ['invitations', 'hash', sql`expires_at <= ${now - DAY}`],
    ['blacklist', 'address', sql`expires_at <= ${now - DAY}`],
    // A key is valid for a day.
    ['idempotency_keys', 'client_id, character_uid, key', sql`created_at <= ${now - 2 * DAY}`],
    ['tokens', 'id', sql`consumed_at <= ${now - REUSE_NOTICED}`],
    ['tokens', 'id', sql`expires_at <= ${now - DAY} and ${ofAccounts}`],
    ['grants', 'id', sql`expires_at <= ${now - ENDED}`],
    ['grants', 'id', sql`revoked_at <= ${now - ENDED}`],
    ['arrivals', 'sequence', sql`sequence <= ${latest} - ${sql.lit(ARRIVALS)}`],
  ];
  // Only a shared database has windows of rate limits; their times are in milliseconds.
  if (traits.rowLocks) expired.push(['rate_windows', 'key', sql`reset_at <= ${now * 1000}`]);
  const some = sql`limit ${sql.lit(MAX_REMOVED)} ${skipLocked(traits)}`;
  let removed = 0;
  for (const [table, key, where] of expired) {
    const [rows, columns] = [sql.table(table), sql.raw(key)];
    const found = sql`select ${columns} from ${rows} where ${where} ${some}`;
    const { numAffectedRows } = await sql`delete from ${rows} where (${columns}) in (${found})`.execute(db);
    removed += Number(numAffectedRows ?? 0);
  }
  return removed;
}

function skipLocked({ rowLocks }: Traits): RawBuilder<unknown> {
  return rowLocks ? sql`for update skip locked` : sql``;
}

/** Rows in a range: a millisecond's work. */
const RANGE = 1000;

/** Maximum wait for another writer, such as an import, in milliseconds. */
const PATIENCE = 10_000;

/** Milliseconds for other writers between two removals. */
const PAUSE = 5;

/**
 * Walks a table in the order of its key: rows that were stored together are near each other, and an index by time would slow
 * down each write. Changes the ranges that have times before `before`, and yields the number of changed rows of each range.
 */
async function* walk(
  db: Db,
  [table, key, time]: readonly [table: keyof Tables, key: 'uid' | 'id', time: string],
  before: number,
  change: (within: Db, old: RawBuilder<SqlBool>) => Promise<number>,
): AsyncGenerator<number> {
  for (let after: string | number = key === 'uid' ? '' : 0; ; ) {
    const isAfter = sql`${sql.ref(key)} > ${after}`;
    const { rows } = await sql<{ last: string | number | null; oldest: number | null }>`
      select max(place) as last, min(time) as oldest from (
        select ${sql.ref(key)} as place, ${sql.ref(time)} as time from ${sql.table(table)}
        where ${isAfter} order by place limit ${sql.lit(RANGE)}
      ) as range`.execute(db);
    const { last = null, oldest = null } = rows[0] ?? {};
    if (last === null) return;
    if (oldest === null || oldest >= before) {
      yield 0;
    } else {
      const old = sql<SqlBool>`${isAfter} and ${sql.ref(key)} <= ${last} and ${sql.ref(time)} < ${before}`;
      yield await repeat(() => db.transaction().execute((within) => change(within, old)), PATIENCE);
      await setTimeout(PAUSE);
    }
    after = last;
  }
}

/** Ends what depends on entities that were removed before a time; imports may restore them until then. */
export function endSleeping(db: Db, traits: Traits, before: number, now: number): AsyncGenerator<number> {
  return walk(db, ['entities', 'uid', 'removed_at'], before, async (within, old) => {
    const { rows } = await sql<{ uid: string }>`
      select uid from entities where ${old} and ${sql.raw(hasDependents('entities.uid'))} ${skipLocked(traits)}`.execute(
      within,
    );
    const uids = rows.map(({ uid }) => uid);
    if (uids.length > 0) await endDependents(within, (column) => traits.isOneOf(column, uids), now);
    return uids.length;
  });
}

const histories = {
  events: ['events', 'uid', 'time'],
  transactions: ['transactions', 'id', 'time'],
  audit: ['datacard_changes', 'id', 'time'],
} as const;

export type History = keyof typeof histories;

export function history(db: Db) {
  return {
    async count(kind: History, before: number): Promise<number> {
      const [table] = histories[kind];
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)} where time < ${before}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    /** Removes the rows before a time in steps, and yields the number of each step. */
    remove: (kind: History, before: number) =>
      walk(db, histories[kind], before, async (within, old) => {
        const [table] = histories[kind];
        const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${old}`.execute(within);
        return Number(numAffectedRows ?? 0);
      }),
  };
}

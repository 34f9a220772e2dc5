import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { repeat } from '../conflict.js';

/** The tables that grow with the game: events, transactions, and the audit trail of datacards. */
export type History = keyof typeof tables;

/**
 * The keys by which histories are read. An index by time would cost each write; in the order of the key, rows that were stored
 * together are near each other.
 */
const tables = {
  events: { table: 'events', key: 'uid' },
  transactions: { table: 'transactions', key: 'id' },
  audit: { table: 'datacard_changes', key: 'id' },
} as const;

/** A part of a history: the number of its rows, those from before a time, and the times of the oldest and the newest of these. */
export interface HistoryPart {
  rows: number;
  old: number;
  oldest: number | null;
  newest: number | null;
}

/** The number of rows in a part: a few milliseconds' work. */
const PART = 1000;

/** The time for other writers between two removals, in milliseconds. */
const PAUSE = 5;

/** The time that a removal waits for another writer, such as an import, in milliseconds. */
const PATIENCE = 10_000;

/** Yields the parts of a history, and with `remove` removes the rows from before a time. */
export async function* history(
  db: Kysely<Tables>,
  kind: History,
  before: number,
  remove: boolean,
): AsyncGenerator<HistoryPart> {
  const [from, key] = [sql.table(tables[kind].table), sql.ref(tables[kind].key)];
  for (let after: string | number | undefined; ; ) {
    const isAfter = after === undefined ? sql`true` : sql`${key} > ${after}`;
    const { rows } = await sql<HistoryPart & { upTo: string | number | null }>`
      select max(place) as "upTo", count(*) as "rows",
        coalesce(sum(case when time < ${before} then 1 else 0 end), 0) as "old",
        min(case when time < ${before} then time end) as "oldest", max(case when time < ${before} then time end) as "newest"
      from (
        select ${key} as place, time from ${from} where ${isAfter} order by ${key} limit ${sql.lit(PART)}
      ) as part`.execute(db);
    const { upTo, ...part } = rows[0] ?? { upTo: null };
    if (upTo === null) return;
    if (remove && (part as HistoryPart).old > 0) {
      const deletion = sql`delete from ${from} where ${isAfter} and ${key} <= ${upTo} and time < ${before}`;
      await repeat(() => db.transaction().execute((within) => deletion.execute(within)), PATIENCE);
      await setTimeout(PAUSE);
    }
    yield part as HistoryPart;
    after = upTo;
  }
}

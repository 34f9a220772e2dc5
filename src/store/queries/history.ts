import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { History, HistoryPart, Store } from '../store.js';

/** The number of rows that are read at a time: a few milliseconds' work. */
const PART = 10_000;

/**
 * The keys by which histories are gone through. No index leads through it by time, which would cost each write; in the order of its key, rows that
 * were stored together are near each other.
 */
const tables: Record<History, { table: keyof Tables; key: string }> = {
  events: { table: 'events', key: 'uid' },
  transactions: { table: 'transactions', key: 'id' },
  audit: { table: 'datacard_changes', key: 'id' },
};

type Counted = Omit<HistoryPart, 'after' | 'upTo'> & { upTo: string | number | null };

export function history(db: Kysely<Tables>): Store['history'] {
  return {
    async *survey(kind, before) {
      const [from, key] = [sql.table(tables[kind].table), sql.ref(tables[kind].key)];
      for (let after: string | number | undefined; ; ) {
        const { rows } = await sql<Counted>`
          select max(place) as "upTo", count(*) as "rows",
            coalesce(sum(case when time < ${before} then 1 else 0 end), 0) as "old",
            min(case when time < ${before} then time end) as "oldest", max(case when time < ${before} then time end) as "newest"
          from (
            select ${key} as place, time from ${from} where ${isBehind(key, after)} order by ${key} limit ${sql.lit(PART)}
          ) as part`.execute(db);
        const { upTo, ...counts } = rows[0] ?? { upTo: null };
        if (upTo === null) return;
        yield { ...(counts as Omit<Counted, 'upTo'>), after, upTo };
        after = upTo;
      }
    },

    async remove(kind, { after, upTo }, before, most) {
      const [from, key] = [sql.table(tables[kind].table), sql.ref(tables[kind].key)];
      const { numAffectedRows } = await sql`
        delete from ${from} where ${key} in (
          select ${key} from ${from} where ${isBehind(key, after)} and ${key} <= ${upTo} and time < ${before}
          order by ${key} limit ${most}
        )`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}

function isBehind(key: RawBuilder<unknown>, place: string | number | undefined): RawBuilder<unknown> {
  return place === undefined ? sql`true` : sql`${key} > ${place}`;
}

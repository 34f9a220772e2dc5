import { type Kysely, sql } from 'kysely';
import type { Counters } from '../../domain/rate-limit.js';
import type { Tables } from '../../model/index.js';
import { statement } from './statement.js';

/** The number of new windows after which expired ones are removed. */
const SWEEP_EVERY = 200;

/** The maximum number of windows that are removed at a time: more than were added since, and few enough to be quick. */
const SWEPT = 1000;

const openWindow = statement<{ key: string; now: number }>()((db, value) =>
  db
    .selectFrom('rate_windows')
    .select(['count', 'reset_at as resetAt'])
    .where('key', '=', value('key'))
    .where('reset_at', '>', value('now')),
);

/**
 * Counts in the database, exactly, for every process that uses it: one statement a call, under the lock of the row.
 *
 * @param length of a window, in milliseconds
 */
export function rateWindows(db: Kysely<Tables>, length: number): Counters {
  let begun = 0;

  async function sweep(now: number): Promise<void> {
    await sql`delete from rate_windows where key in (
      select key from rate_windows where reset_at <= ${now} order by reset_at limit ${SWEPT} for update skip locked
    )`.execute(db);
  }

  return {
    async hit(key, now) {
      const { rows } = await sql<{ count: number; reset_at: number }>`
        insert into rate_windows as known (key, count, reset_at) values (${key}, 1, ${now + length})
        on conflict (key) do update set
          count = case when known.reset_at > ${now} then known.count + 1 else 1 end,
          reset_at = case when known.reset_at > ${now} then known.reset_at else excluded.reset_at end
        returning count, reset_at`.execute(db);
      const { count = 1, reset_at: resetAt = now + length } = rows[0] ?? {};
      if (count === 1 && ++begun % SWEEP_EVERY === 0) await sweep(now);
      return { count, resetAt };
    },

    peek: (key, now) => openWindow.first(db, { key, now }),
  };
}

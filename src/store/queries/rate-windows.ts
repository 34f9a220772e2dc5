import { sql } from 'kysely';
import type { ReversibleCounters, Window } from '../../domain/rate-limit.js';
import { type Db, statement } from './statement.js';

const openWindow = statement<{ key: string; now: number }>()((db, value) =>
  db
    .selectFrom('rate_windows')
    .select(['count', 'reset_at as resetAt'])
    .where('key', '=', value('key'))
    .where('reset_at', '>', value('now')),
);

interface Calls {
  /** Unix milliseconds of the latest call. */
  now: number;
  waiting: { resolve(window: Window): void; reject(error: unknown): void }[];
}

/** Counts in windows of `length` milliseconds. One statement at a time counts all waiting calls: a flood takes one connection. */
export function rateWindows(db: Db, length: number): ReversibleCounters {
  let waiting = new Map<string, Calls>();
  let isCounting = false;

  async function countAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      await count(batch).catch((error) => {
        for (const calls of batch.values()) for (const { reject } of calls.waiting) reject(error);
      });
    }
    isCounting = false;
  }

  /** Counts in the order of the keys, so that processes do not deadlock. */
  async function count(batch: Map<string, Calls>): Promise<void> {
    const keys = [...batch.keys()];
    const counts = [...batch.values()].map((calls) => calls.waiting.length);
    const ends = [...batch.values()].map(({ now }) => now + length);
    const { rows } = await sql<{ key: string; count: number; reset_at: number }>`
      insert into rate_windows as known (key, count, reset_at)
      select key, calls, ends from unnest(${keys}::text[], ${counts}::bigint[], ${ends}::bigint[]) as batch (key, calls, ends)
      order by key collate "C"
      on conflict (key) do update set
        count = case when known.reset_at > excluded.reset_at - ${length}::bigint
          then known.count + excluded.count else excluded.count end,
        reset_at = case when known.reset_at > excluded.reset_at - ${length}::bigint
          then least(known.reset_at, excluded.reset_at) else excluded.reset_at end
      returning key, count, reset_at`.execute(db);
    for (const { key, count, reset_at: resetAt } of rows) {
      const calls = batch.get(key)?.waiting ?? [];
      calls.forEach(({ resolve }, index) => {
        resolve({ count: count - calls.length + index + 1, resetAt });
      });
    }
  }

  return {
    hit: (key, now) =>
      new Promise((resolve, reject) => {
        const calls = waiting.get(key) ?? { now, waiting: [] };
        calls.now = Math.max(calls.now, now);
        calls.waiting.push({ resolve, reject });
        waiting.set(key, calls);
        if (isCounting) return;
        isCounting = true;
        // With all calls of the same turn of the event loop.
        setImmediate(() => void countAll());
      }),
    peek: (key, now) => openWindow.first(db, { key, now }),
    async takeBack(key, now) {
      await db
        .updateTable('rate_windows')
        .set(({ eb }) => ({ count: eb('count', '-', 1) }))
        .where('key', '=', key)
        .where('reset_at', '>', now)
        .where('count', '>', 0)
        .execute();
    },
  };
}

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Counters, Window } from '../../domain/rate-limit.js';
import type { Tables } from '../../model/index.js';
import { Allowances, type Share } from '../allowances.js';
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

/** The time between two looks for calls that were taken and are not used, in milliseconds. */
const IDLE = 1000;

/** The calls of one key that are counted together. */
interface Calls {
  /** Unix milliseconds of the latest. */
  now: number;
  waiting: { resolve(window: Window): void; reject(error: unknown): void }[];
}

/**
 * Counts in the database, exactly, for every process that uses it. One statement at a time counts all calls that have arrived
 * since the last one: a flood of calls takes one connection to the database, and leaves the others to the calls that are admitted.
 *
 * With a limit, a process takes several calls of a busy key at a time, and admits them without asking. They are counted when
 * they are taken, so that no window ever has more calls than its limit. Each share is at most a quarter of what is left, and what
 * is not used within one or two seconds is given back, for clients that go on elsewhere.
 *
 * @param length of a window, in milliseconds
 * @param limit calls of a window; without it, every call is counted by itself
 */
export function rateWindows(db: Kysely<Tables>, length: number, limit?: number): Counters {
  let waiting = new Map<string, Calls>();
  let isCounting = false;
  let begun = 0;
  const allowances = new Allowances();
  let shares: Share[] = [];
  /** Reads that must not come in the middle of taking a share. */
  let looks: (() => Promise<void>)[] = [];
  let looking: NodeJS.Timeout | undefined;

  async function sweep(now: number): Promise<void> {
    await sql`delete from rate_windows where key in (
      select key from rate_windows where reset_at <= ${now} order by reset_at limit ${SWEPT} for update skip locked
    )`.execute(db);
  }

  async function countAll(): Promise<void> {
    while (waiting.size > 0 || shares.length > 0 || looks.length > 0) {
      const batch = waiting;
      waiting = new Map();
      admit(batch);
      if (batch.size > 0) {
        await count(batch).catch((error) => {
          for (const calls of batch.values()) for (const { reject } of calls.waiting) reject(error);
        });
      }
      const asked = shares;
      shares = [];
      if (asked.length > 0) {
        await takeShares(asked).catch(() => {
          for (const { key } of asked) allowances.failed(key);
        });
      }
      const looked = looks;
      looks = [];
      await Promise.all(looked.map((look) => look()));
    }
    isCounting = false;
  }

  /** Admits calls for which a share has arrived since they came. */
  function admit(batch: Map<string, Calls>): void {
    for (const [key, { now, waiting: calls }] of batch) {
      while (calls.length > 0) {
        const window = allowances.take(key, now, length);
        if (!window) break;
        calls.shift()?.resolve(window);
      }
      if (calls.length > 0) continue;
      batch.delete(key);
      ask(allowances.wanted(key));
    }
  }

  /** Counts what is in line, with all calls of the same turn of the event loop. */
  function start(): void {
    if (isCounting) return;
    isCounting = true;
    setImmediate(() => void countAll());
  }

  /** Compares the window of a share with that of the database: one may end sooner than the other, after a clock was set back. */
  function isSameWindow(share: string): RawBuilder<boolean> {
    return sql`abs(known.reset_at - ${sql.ref(`${share}.reset_at`)}) < ${length}::bigint`;
  }

  /** Takes calls of windows that go on, at most a quarter of what each has left. */
  async function takeShares(asked: Share[]): Promise<void> {
    const { rows } = await sql<{ key: string; count: number; reset_at: number; given: number }>`
      with asked as (select * from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ calls }) => calls)}::bigint[],
          ${asked.map(({ resetAt }) => resetAt)}::bigint[]) as asked (key, calls, reset_at)),
        known as (select key, count, reset_at from rate_windows where key in (select key from asked)
          order by key collate "C" for update),
        shares as (select key, least(known.reset_at, asked.reset_at) as reset_at,
          least(calls, greatest(0, (${limit ?? 0}::bigint - count) / 4)) as given
          from known join asked using (key) where ${isSameWindow('asked')})
      update rate_windows set count = rate_windows.count + shares.given, reset_at = shares.reset_at from shares
      where rate_windows.key = shares.key
      returning rate_windows.key, rate_windows.count, rate_windows.reset_at, shares.given`.execute(db);
    const answers = new Map(rows.map((row) => [row.key, row]));
    for (const { key } of asked) {
      const answer = answers.get(key);
      if (answer) allowances.given(key, answer.reset_at, answer.given, answer.count);
      else allowances.failed(key);
    }
    lookForUnused();
  }

  async function giveBack(unused: Share[]): Promise<void> {
    if (unused.length === 0) return;
    await sql`
      with unused as (select * from unnest(${unused.map(({ key }) => key)}::text[], ${unused.map(({ calls }) => calls)}::bigint[],
          ${unused.map(({ resetAt }) => resetAt)}::bigint[]) as unused (key, calls, reset_at)),
        known as (select key, reset_at from rate_windows where key in (select key from unused)
          order by key collate "C" for update),
        shares as (select key, calls from known join unused using (key) where ${isSameWindow('unused')})
      update rate_windows set count = greatest(0, rate_windows.count - shares.calls) from shares
      where rate_windows.key = shares.key`.execute(db);
  }

  /** Looks for unused calls while there are any. What cannot be given back is forgotten: it ends with its window. */
  function lookForUnused(): void {
    looking ??= setInterval(() => {
      giveBack(allowances.unused()).catch(() => {});
      if (!allowances.isEmpty) return;
      clearInterval(looking);
      looking = undefined;
    }, IDLE).unref();
  }

  /** Counts in the order of the keys, so that no two processes wait for each other. */
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
    const before = begun;
    for (const { key, count, reset_at: resetAt } of rows) {
      const calls = batch.get(key)?.waiting ?? [];
      if (count === calls.length) begun += 1;
      calls.forEach(({ resolve }, index) => {
        resolve({ count: count - calls.length + index + 1, resetAt });
      });
      if (limit !== undefined) ask(allowances.counted(key, resetAt));
    }
    if (limit !== undefined) lookForUnused();
    const isDue = Math.floor(begun / SWEEP_EVERY) > Math.floor(before / SWEEP_EVERY);
    if (isDue) await sweep(Math.max(...ends) - length);
  }

  function ask(share: Share | undefined): void {
    if (!share) return;
    shares.push(share);
    start();
  }

  return {
    hit(key, now) {
      const admitted = allowances.take(key, now, length);
      if (admitted) {
        ask(allowances.wanted(key));
        return admitted;
      }
      return new Promise((resolve, reject) => {
        const calls = waiting.get(key) ?? { now, waiting: [] };
        calls.now = Math.max(calls.now, now);
        calls.waiting.push({ resolve, reject });
        waiting.set(key, calls);
        start();
      });
    },

    peek(key, now) {
      if (!allowances.has(key)) return openWindow.first(db, { key, now });
      return new Promise((resolve, reject) => {
        looks.push(async () => {
          try {
            const window = await openWindow.first(db, { key, now });
            resolve(window && { ...window, count: window.count - allowances.left(key, now, length) });
          } catch (error) {
            reject(error);
          }
        });
        start();
      });
    },

    close() {
      clearInterval(looking);
      giveBack(allowances.unused(true)).catch(() => {});
    },
  };
}

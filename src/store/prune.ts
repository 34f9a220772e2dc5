import { setTimeout } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../model/index.js';
import { inTransaction, repeat } from './commits.js';
import { endDependents, hasDependents } from './queries/removals.js';
import type { Db } from './queries/statement.js';
import type { Traits } from './traits.js';

/** Maximum rows that one statement removes, so that nothing waits for it. */
const MAX_REMOVED = 500;

const DAY = 86_400;

/** Seconds to keep an exchanged refresh token, so that its reuse ends the grant. */
const REUSE_NOTICED = 7 * DAY;

/** Seconds to keep ended grants of accounts (0) and of the host (1), which can list when they ended. */
const KEPT = { 0: 30 * DAY, 1: 365 * DAY };

/** Arrivals to keep: weeks of a busy game. A stream that continues from an older one begins with a `reset`. */
const ARRIVALS = 1_000_000;

/** Removes some expired rows, never clients, and returns their number: call it until that is 0. Processes share the work. */
export async function prune(db: Db, now: number, traits: Traits): Promise<number> {
  const ofAccounts = sql`exists (select 1 from grants where grants.id = tokens.grant_id and account_id is not null)`;
  const latest = sql`(select max(sequence) from arrivals)`;
  const expired: [table: keyof Tables, key: string, where: RawBuilder<unknown>][] = [
    ['interactions', 'hash', sql`expires_at <= ${now}`],
    ['sessions', 'hash', sql`expires_at <= ${now}`],
    ['codes', 'hash', sql`expires_at <= ${now - DAY}`],
    ['invitations', 'hash', sql`expires_at <= ${now - DAY}`],
    ['blacklist', 'address', sql`expires_at <= ${now - DAY}`],
    // A key is valid for a day.
    ['idempotency_keys', 'client_id, character_uid, key', sql`created_at <= ${now - 2 * DAY}`],
    ['tokens', 'id', sql`consumed_at <= ${now - REUSE_NOTICED} and ${ofAccounts}`],
    ['tokens', 'id', sql`expires_at <= ${now - DAY} and ${ofAccounts}`],
    ['tokens', 'id', sql`expires_at <= ${now - KEPT[1]}`],
    ['arrivals', 'sequence', sql`sequence <= ${latest} - ${sql.lit(ARRIVALS)}`],
  ];
  // Only a shared database has windows of rate limits; their times are in milliseconds.
  if (traits.rowLocks) expired.push(['rate_windows', 'key', sql`reset_at <= ${now * 1000}`]);
  let removed = 0;
  for (const [table, key, where] of expired) removed += await removeSome(db, traits, table, key, where);
  for (const isOfHost of [0, 1] as const) {
    // The expression of the two indices, one for each of the times.
    const made = sql`(case when account_id is null then 1 else 0 end) = ${sql.lit(isOfHost)}`;
    for (const end of ['expires_at', 'revoked_at']) {
      removed += await removeGrants(db, traits, sql`${made} and ${sql.ref(end)} <= ${now - KEPT[isOfHost]}`);
    }
  }
  return removed;
}

async function removeSome(
  db: Db,
  traits: Traits,
  table: keyof Tables,
  key: string,
  where: RawBuilder<unknown>,
): Promise<number> {
  const columns = sql.raw(key);
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${where} limit ${sql.lit(MAX_REMOVED)} ${skipLocked(traits)}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

function skipLocked({ rowLocks }: Traits): RawBuilder<unknown> {
  return rowLocks ? sql`for update skip locked` : sql``;
}

async function removeGrants(db: Db, traits: Traits, where: RawBuilder<unknown>): Promise<number> {
  return inTransaction(db, async (within) => {
    const { rows } = await sql<{ id: string }>`
      select id from grants where ${where} limit ${sql.lit(MAX_REMOVED)} ${skipLocked(traits)}`.execute(within);
    if (rows.length === 0) return 0;
    const ids = sql.join(rows.map(({ id }) => id));
    const codes = await removeSome(within, traits, 'codes', 'hash', sql`grant_id in (${ids})`);
    const tokens = await removeSome(within, traits, 'tokens', 'id', sql`grant_id in (${ids})`);
    if (codes === MAX_REMOVED || tokens === MAX_REMOVED) return codes + tokens;
    await sql`delete from grant_permissions where grant_id in (${ids})`.execute(within);
    await sql`delete from grants where id in (${ids})`.execute(within);
    return rows.length + codes + tokens;
  });
}

/** Rows in a range: a millisecond's work. */
const RANGE = 1000;

/** Maximum wait for another writer, such as an import, in milliseconds. */
const PATIENCE = 10_000;

/** Milliseconds for other writers between two removals. */
const PAUSE = 5;

/** Yields ranges in the order of the key: rows that were stored together are near each other. */
async function* rangesOf(db: Db, table: keyof Tables, key: 'uid' | 'id'): AsyncGenerator<RawBuilder<SqlBool>> {
  for (let after: string | number = key === 'uid' ? '' : 0; ; ) {
    const isAfter = sql`${sql.ref(key)} > ${after}`;
    const { rows } = await sql<{ last: string | number | null }>`
      select max(place) as last from (
        select ${sql.ref(key)} as place from ${sql.table(table)} where ${isAfter} order by place limit ${sql.lit(RANGE)}
      ) as range`.execute(db);
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    yield sql`${isAfter} and ${sql.ref(key)} <= ${last}`;
    after = last;
  }
}

/** Ends what depends on removed entities, and yields their number per range. One transaction each: imports may restore them. */
export async function* endSleeping(db: Db, traits: Traits, before: number, now: number): AsyncGenerator<number> {
  for await (const range of rangesOf(db, 'entities', 'uid')) {
    const end = async (within: Db) => {
      const { rows } = await sql<{ uid: string }>`
        select uid from entities
        where ${range} and removed_at < ${before} and ${sql.raw(hasDependents('entities.uid'))}
        ${skipLocked(traits)}`.execute(within);
      const uids = rows.map(({ uid }) => uid);
      if (uids.length > 0) await endDependents(within, (column) => traits.isOneOf(column, uids), now);
      return uids.length;
    };
    yield await repeat(() => db.transaction().execute(end), PATIENCE);
  }
}

const histories = {
  events: ['events', 'uid'],
  transactions: ['transactions', 'id'],
  audit: ['datacard_changes', 'id'],
} as const;

export type History = keyof typeof histories;

/** Row counts of a range: all, and those before a time. */
export interface HistoryPart {
  rows: number;
  old: number;
}

/** Yields ranges of a history; `remove` deletes the rows before a time. An index by time would slow down each write. */
export async function* history(db: Db, kind: History, before: number, remove: boolean): AsyncGenerator<HistoryPart> {
  const [table, key] = histories[kind];
  for await (const range of rangesOf(db, table, key)) {
    const { rows } = await sql<HistoryPart>`
      select count(*) as "rows", count(case when time < ${before} then 1 end) as "old"
      from ${sql.table(table)} where ${range}`.execute(db);
    const part = rows[0] as HistoryPart;
    if (remove && part.old > 0) {
      const deletion = sql`delete from ${sql.table(table)} where ${range} and time < ${before}`;
      await repeat(() => db.transaction().execute((within) => deletion.execute(within)), PATIENCE);
      await setTimeout(PAUSE);
    }
    yield part;
  }
}

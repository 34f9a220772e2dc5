import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { inTransaction } from '../queries/in-transaction.js';
import type { Traits } from '../traits.js';

/** The maximum number of rows that one statement removes: few enough that nothing waits for it. */
const SOME = 500;

const DAY = 86_400;

/** The time for which an exchanged refresh token is kept, so that its reuse ends the grant. */
const REUSE_NOTICED = 7 * DAY;

/** The time for which grants that have ended are kept. */
const KEPT = 30 * DAY;

/** The same for grants and tokens of the host, who can read in the list when they ended. */
const KEPT_FOR_HOST = 365 * DAY;

/** The condition as a number, 1 or 0, as two indexes of `grants` have it. */
const OF_HOST = sql`(case when account_id is null then 1 else 0 end)`;

/**
 * The number of arrivals that are kept. A stream that continues from an older one begins with a `reset`; in a million a busy
 * game has weeks of events.
 */
const ARRIVALS = 1_000_000;

interface Expired {
  table: keyof Tables;
  key: string[];
  where: RawBuilder<unknown>;
}

/**
 * Removes some of what has expired, and returns the number of rows. What the host made (grants and tokens without an account) is
 * kept for a year longer, clients for good.
 *
 * Several processes that do so at once share the work: none waits for rows that another removes.
 */
export async function prune(db: Kysely<Tables>, now: number, traits: Traits): Promise<number> {
  const ofAccounts = sql`exists (select 1 from grants where grants.id = tokens.grant_id and account_id is not null)`;
  const expired: Expired[] = [
    { table: 'interactions', key: ['hash'], where: sql`expires_at <= ${now}` },
    { table: 'sessions', key: ['hash'], where: sql`expires_at <= ${now}` },
    { table: 'codes', key: ['hash'], where: sql`expires_at <= ${now - DAY}` },
    { table: 'invitations', key: ['hash'], where: sql`expires_at <= ${now - DAY}` },
    { table: 'blacklist', key: ['address'], where: sql`expires_at <= ${now - DAY}` },
    // A key is valid for a day.
    {
      table: 'idempotency_keys',
      key: ['client_id', 'character_uid', 'key'],
      where: sql`created_at <= ${now - 2 * DAY}`,
    },
    { table: 'tokens', key: ['id'], where: sql`consumed_at <= ${now - REUSE_NOTICED} and ${ofAccounts}` },
    { table: 'tokens', key: ['id'], where: sql`expires_at <= ${now - DAY} and ${ofAccounts}` },
    { table: 'tokens', key: ['id'], where: sql`expires_at <= ${now - KEPT_FOR_HOST}` },
  ];
  const latest = sql`(select max(sequence) from arrivals)`;
  expired.push({ table: 'arrivals', key: ['sequence'], where: sql`sequence <= ${latest} - ${sql.lit(ARRIVALS)}` });
  let removed = 0;
  for (const each of expired) removed += await removeSome(db, each, traits);
  for (const [isOfHost, kept] of [
    [0, KEPT],
    [1, KEPT_FOR_HOST],
  ] as const) {
    const made = sql`${OF_HOST} = ${sql.lit(isOfHost)}`;
    // An index serves each of the conditions, and none serves both.
    for (const end of ['expires_at', 'revoked_at']) {
      removed += await removeGrants(db, sql`${made} and ${sql.ref(end)} <= ${now - kept}`, traits);
    }
  }
  return removed;
}

async function removeSome(db: Kysely<Tables>, { table, key, where }: Expired, traits: Traits): Promise<number> {
  const from = sql.table(table);
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`
    delete from ${from} where (${columns}) in (
      select ${columns} from ${from} where ${where} limit ${sql.lit(SOME)} ${skipLocked(traits)}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Leaves out rows that another process removes. */
function skipLocked({ rowLocks }: Traits): RawBuilder<unknown> {
  return rowLocks ? sql`for update skip locked` : sql``;
}

/** Removes some grants that have ended, with all that belongs to them; its parts first, where these are many. */
async function removeGrants(db: Kysely<Tables>, where: RawBuilder<unknown>, traits: Traits): Promise<number> {
  return inTransaction(db, async (within) => {
    const { rows } = await sql<{ id: string }>`
      select id from grants where ${where}
      limit ${sql.lit(SOME)} ${skipLocked(traits)}`.execute(within);
    if (rows.length === 0) return 0;
    const ofGrants = sql`grant_id in (${sql.join(rows.map(({ id }) => id))})`;
    const codes = await removeSome(within, { table: 'codes', key: ['hash'], where: ofGrants }, traits);
    const tokens = await removeSome(within, { table: 'tokens', key: ['id'], where: ofGrants }, traits);
    if (codes === SOME || tokens === SOME) return codes + tokens;
    await sql`delete from grant_permissions where ${ofGrants}`.execute(within);
    await sql`delete from grants where id in (${sql.join(rows.map(({ id }) => id))})`.execute(within);
    return rows.length + codes + tokens;
  });
}

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { together } from './together.js';

/** The maximum number of rows that one statement removes: few enough that nothing waits for it. */
const SOME = 500;

const DAY = 86_400;

/** The time for which an exchanged refresh token is kept, so that its reuse ends the grant. */
const REUSE_NOTICED = 7 * DAY;

/** The time for which grants that have ended are kept. */
const KEPT = 30 * DAY;

/**
 * The number of arrivals that are kept. A stream that continues from an older one begins with a `reset`; in a million a busy
 * game has weeks of events.
 */
const ARRIVALS = 1_000_000;

interface Expired {
  table: keyof Tables;
  key: string;
  where: RawBuilder<unknown>;
}

/**
 * Removes some of what has expired, and returns the number of rows. What the host made (clients, grants and tokens without an
 * account) is kept.
 */
export async function prune(db: Kysely<Tables>, now: number): Promise<number> {
  const ofAccounts = sql`exists (select 1 from grants where grants.id = tokens.grant_id and account_id is not null)`;
  const expired: Expired[] = [
    { table: 'interactions', key: 'hash', where: sql`expires_at <= ${now}` },
    { table: 'sessions', key: 'hash', where: sql`expires_at <= ${now}` },
    { table: 'codes', key: 'hash', where: sql`expires_at <= ${now - DAY}` },
    { table: 'invitations', key: 'hash', where: sql`expires_at <= ${now - DAY}` },
    { table: 'tokens', key: 'id', where: sql`consumed_at <= ${now - REUSE_NOTICED} and ${ofAccounts}` },
    { table: 'tokens', key: 'id', where: sql`expires_at <= ${now - DAY} and ${ofAccounts}` },
  ];
  const latest = sql`(select max(sequence) from arrivals)`;
  expired.push({ table: 'arrivals', key: 'sequence', where: sql`sequence <= ${latest} - ${sql.lit(ARRIVALS)}` });
  let removed = 0;
  for (const each of expired) removed += await removeSome(db, each);
  return removed + (await removeGrants(db, now - KEPT));
}

async function removeSome(db: Kysely<Tables>, { table, key, where }: Expired): Promise<number> {
  const [from, id] = [sql.table(table), sql.ref(key)];
  const { numAffectedRows } = await sql`
    delete from ${from} where ${id} in (select ${id} from ${from} where ${where} limit ${sql.lit(SOME)})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes some grants of accounts that ended before a time, with all that belongs to them. */
async function removeGrants(db: Kysely<Tables>, before: number): Promise<number> {
  return together(db, async (within) => {
    const ended = await within
      .selectFrom('grants')
      .select('id')
      // All that are not null: this form lets SQLite use the index.
      .where('account_id', '>', '')
      .where((eb) => eb.or([eb('expires_at', '<=', before), eb('revoked_at', '<=', before)]))
      .limit(SOME)
      .execute();
    const ids = ended.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await within.deleteFrom('codes').where('grant_id', 'in', ids).execute();
    await within.deleteFrom('tokens').where('grant_id', 'in', ids).execute();
    await within.deleteFrom('grant_permissions').where('grant_id', 'in', ids).execute();
    await within.deleteFrom('grants').where('id', 'in', ids).execute();
    return ids.length;
  });
}

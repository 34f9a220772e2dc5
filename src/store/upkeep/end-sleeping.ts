import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { inTransaction } from '../queries/in-transaction.js';
import { endDependents, hasDependents } from '../queries/removals.js';
import type { Traits } from '../traits.js';

/** The number of entities that are read at a time: about a millisecond's work. */
const PART = 1000;

/** Ends what sleeps of entities that were removed before a time, and yields the number of these for each part that was read. */
export async function* endSleeping(
  db: Kysely<Tables>,
  traits: Traits,
  before: number,
  now: number,
): AsyncGenerator<number> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ uid: string; sleeps: number }>`
      select uid, case when removed_at < ${before} and ${sql.raw(hasDependents('e.uid'))} then 1 else 0 end as sleeps
      from entities as e where uid > ${after} order by uid limit ${sql.lit(PART)}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    const uids = rows.filter(({ sleeps }) => sleeps === 1).map(({ uid }) => uid);
    yield uids.length > 0 ? await endSome(db, traits, uids, before, now) : 0;
    after = last.uid;
  }
}

function endSome(db: Kysely<Tables>, traits: Traits, uids: string[], before: number, now: number): Promise<number> {
  return inTransaction(db, async (within) => {
    const removed = within
      .selectFrom('entities')
      .select('uid')
      .where(traits.isOneOf('uid', uids))
      .where('removed_at', '<', before);
    // An import that brings one back has locked it.
    const ended = await (traits.rowLocks ? removed.forUpdate().skipLocked() : removed).execute();
    const uidsEnded = ended.map(({ uid }) => uid);
    await endDependents(within, (column) => traits.isOneOf(column, uidsEnded), now);
    return ended.length;
  });
}

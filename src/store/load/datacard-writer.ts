import { type Kysely, sql } from 'kysely';
import { UNLIMITED } from '../../domain/datacard.js';
import { assignment, type DatacardRow, datacard } from '../../model/datacard.js';
import type { Tables } from '../../model/index.js';
import type { Traits } from '../traits.js';
import { RowRefused } from './explain-refusal.js';
import { refuseRemoved } from './removal/refuse-removed.js';
import { upsert } from './upsert.js';

/**
 * Writes datacards: a new one, or one that was removed, with its assignments, while a stored one keeps those that it has.
 */
export function datacardWriter(db: Kysely<Tables>, traits: Traits): (rows: DatacardRow[]) => Promise<number> {
  const writeDatacards = upsert(db, datacard);
  const writeAssignments = upsert(db, assignment);
  return async (rows) => {
    const uids = rows.map((row) => row.uid);
    const stored = await db
      .selectFrom('datacards')
      .select('uid')
      .where('uid', 'in', uids)
      .where('removed_at', 'is', null)
      .execute();
    const known = new Set(stored.map((row) => row.uid));
    const places = rows.filter(({ uid }) => !known.has(uid)).flatMap(({ assignments }) => assignments);
    const mentioned = [...rows.map((row) => row.owner_uid), ...places.map(({ location_uid }) => location_uid)];
    await refuseRemoved(db, traits, mentioned);
    const written = await writeDatacards(rows);
    for (const { uid, assignments } of rows) {
      if (known.has(uid)) continue;
      known.add(uid);
      await writeAssignments(assignments.map((each) => ({ datacard_uid: uid, ...each })));
    }
    await refuseOverassigned(db, uids);
    return written.length;
  };
}

async function refuseOverassigned(db: Kysely<Tables>, uids: string[]): Promise<void> {
  const over = await db
    .selectFrom('datacards')
    .innerJoin('assignments', 'assignments.datacard_uid', 'datacards.uid')
    .select(['datacards.uid', 'datacards.total_uses'])
    .where('datacards.uid', 'in', uids)
    .where('datacards.total_uses', '<>', UNLIMITED)
    .groupBy(['datacards.uid', 'datacards.total_uses'])
    .having(sql<boolean>`sum(assignments.uses) > datacards.total_uses or min(assignments.uses) = ${UNLIMITED}`)
    .executeTakeFirst();
  if (over) {
    throw new RowRefused(`${over.uid} has more uses assigned than its total of ${over.total_uses} allows`);
  }
}

import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { StageArea } from './area.js';
import { findRewrittenChanges } from './datacard-rules.js';
import { findOverassigned } from './reclaim.js';
import { findDanglingReferences, findReferencesToRemoved } from './references.js';
import type { Fault, Refusals } from './refusals.js';
import type { PlaceOf } from './stage-types.js';
import { findDuplicates } from './uniqueness.js';
import { findOverused } from './uses.js';

/** Finds some of the rows that cannot stand beside the others at the end state. */
export async function* findFaults(area: StageArea, db: Kysely<Tables>, place: PlaceOf): AsyncGenerator<Fault[]> {
  yield* findDuplicates(area, db, place);
  yield* findDanglingReferences(area, db);
  yield* findReferencesToRemoved(area, db, place);
  yield* findOverused(area, db);
  yield* findOverassigned(area, db);
  yield* findRewrittenChanges(area, db);
}

/** Refuses rows until those that are left can stand beside each other: what refers to a refused row is refused too. */
export async function refuseFaults(
  area: StageArea,
  db: Kysely<Tables>,
  refusals: Refusals,
  place: PlaceOf,
): Promise<void> {
  for (let found = true; found; ) {
    found = false;
    for await (const faults of findFaults(area, db, place)) {
      await refusals.add(db, faults);
      found = true;
    }
  }
}

/** Returns true when no row is at fault. */
export async function isFaultless(area: StageArea, db: Kysely<Tables>): Promise<boolean> {
  for await (const faults of findFaults(area, db, () => '')) if (faults.length > 0) return false;
  return true;
}

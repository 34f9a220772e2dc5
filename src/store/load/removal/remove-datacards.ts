import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import { datacard } from '../../../model/datacard.js';
import type { Tables } from '../../../model/index.js';
import type { Removal } from '../../../model/removal-format.js';
import type { Traits } from '../../traits.js';
import { endAssignments } from './end-assignments.js';
import { writeTombstones } from './write-tombstones.js';

/** Removes datacards by their uids, and returns how many were removed or known by their removal alone. */
export async function removeDatacards(
  db: Kysely<Tables>,
  traits: Traits,
  removals: readonly Removal[],
  now: number,
): Promise<number> {
  const written = await writeTombstones(db, traits, datacard, removals, now);
  await endAssignments(db, traits.isOneOf('datacard_uid', written), now);
  return written.length;
}

/** Removes the datacards of some factions. */
export async function removeDatacardsOf(
  db: Kysely<Tables>,
  traits: Traits,
  ownerUids: string[],
  now: number,
): Promise<void> {
  const which: RawBuilder<SqlBool> = traits.isOneOf('owner_uid', ownerUids);
  const uids = await db.selectFrom('datacards').select('uid').where(which).where('removed_at', 'is', null).execute();
  if (uids.length > 0) await removeDatacards(db, traits, uids, now);
}

import type { Kysely } from 'kysely';
import { isUid } from '../../../domain/uid.js';
import { character } from '../../../model/character.js';
import { Column } from '../../../model/column.js';
import { entity } from '../../../model/entity.js';
import type { Tables } from '../../../model/index.js';
import type { Removal } from '../../../model/removal-format.js';
import type { Traits } from '../../traits.js';
import { upsert } from '../upsert.js';
import { endDependents } from './dependents.js';
import { endAssignments } from './end-assignments.js';
import { removeDatacardsOf } from './remove-datacards.js';
import { writeTombstones } from './write-tombstones.js';

/**
 * Removes characters, factions and all other entities by their uids, and returns how many were removed, renamed, or known by
 * their removal alone. Datacards of factions are removed too, and assignments end. Memberships, grants and links to accounts end unless
 * they may sleep. A name stays for histories. Nothing else does of a character.
 */
export async function removeEntities(
  db: Kysely<Tables>,
  traits: Traits,
  removals: readonly Removal[],
  now: number,
  mayReturn = false,
): Promise<number> {
  const { isOneOf } = traits;
  // Datacards come first, as in a change of their assignments: locks in one order never deadlock.
  const uids = removals.map(({ uid }) => String(uid));
  const owners = uids.filter((uid) => isUid(uid, 'faction'));
  if (owners.length > 0) await removeDatacardsOf(db, traits, owners, now);
  const written = await writeTombstones(db, traits, entity, removals, now);
  // Also of what was removed before, and sleeps.
  if (!mayReturn) await endDependents(db, traits, uids, now);
  if (written.length === 0) return 0;
  const characters = written.filter((uid) => isUid(uid, 'character'));
  if (characters.length > 0) await upsert(db, character)(characters.map((uid) => ({ ...blank, uid })));
  await endAssignments(db, isOneOf('location_uid', written), now);
  return written.length;
}

/** The columns of a character of which nothing is known. */
const blank = Object.fromEntries(
  Object.entries(character.fields).flatMap(([name, field]) =>
    field instanceof Column && name !== 'uid' ? [[name, field.schema.parse(undefined)] as const] : [],
  ),
);

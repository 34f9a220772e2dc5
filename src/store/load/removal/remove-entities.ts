import type { Kysely } from 'kysely';
import { isUid } from '../../../domain/uid.js';
import { character } from '../../../model/character.js';
import { Column } from '../../../model/column.js';
import { entity } from '../../../model/entity.js';
import type { Tables } from '../../../model/index.js';
import type { Removal } from '../../../model/removal-format.js';
import type { Traits } from '../../traits.js';
import { upsert } from '../upsert.js';
import { endAssignments } from './end-assignments.js';
import { removeDatacardsOf } from './remove-datacards.js';
import { revokeGrants } from './revoke-grants.js';
import { writeTombstones } from './write-tombstones.js';

/**
 * Removes characters, factions and all other entities by their uids, and returns how many were removed, renamed, or known by
 * their removal alone. Datacards of factions are removed too, and memberships, assignments, grants and links to accounts end.
 * A name stays for histories. Nothing else does of a character.
 */
export async function removeEntities(
  db: Kysely<Tables>,
  traits: Traits,
  removals: readonly Removal[],
  now: number,
): Promise<number> {
  const { isOneOf } = traits;
  // Datacards come first, as in a change of their assignments: locks in one order never deadlock.
  const owners = removals.map(({ uid }) => String(uid)).filter((uid) => isUid(uid, 'faction'));
  if (owners.length > 0) await removeDatacardsOf(db, traits, owners, now);
  const written = await writeTombstones(db, traits, entity, removals, now);
  if (written.length === 0) return 0;

  const factions = written.filter((uid) => isUid(uid, 'faction'));
  const characters = written.filter((uid) => isUid(uid, 'character'));
  if (factions.length > 0) await db.deleteFrom('memberships').where(isOneOf('faction_uid', factions)).execute();
  if (characters.length > 0) {
    const ofThem = isOneOf('character_uid', characters);
    await db.deleteFrom('memberships').where(ofThem).execute();
    await db.deleteFrom('account_characters').where(ofThem).execute();
    await revokeGrants(db, traits, ofThem, now);
    await upsert(db, character)(characters.map((uid) => ({ ...blank, uid })));
  }
  await endAssignments(db, isOneOf('location_uid', written), now);
  return written.length;
}

/** The columns of a character of which nothing is known. */
const blank = Object.fromEntries(
  Object.entries(character.fields).flatMap(([name, field]) =>
    field instanceof Column && name !== 'uid' ? [[name, field.schema.parse(undefined)] as const] : [],
  ),
);

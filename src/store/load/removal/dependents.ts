import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../../model/index.js';
import type { Traits } from '../../traits.js';
import { revokeGrants } from './revoke-grants.js';

/**
 * Returns the condition that an entity has memberships, links to accounts or valid grants. Where it was removed, these sleep: nobody finds
 * them, and they are there again when it comes back.
 */
export function hasDependents(uid: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    exists (select 1 from memberships as m where m.character_uid = ${uid})
    or exists (select 1 from memberships as m where m.faction_uid = ${uid})
    or exists (select 1 from account_characters as a where a.character_uid = ${uid})
    or exists (select 1 from grants as g where g.character_uid = ${uid} and g.revoked_at is null))`;
}

/** Ends the memberships, the links to accounts, and the grants with their tokens of entities. */
export async function endDependents(db: Kysely<Tables>, traits: Traits, uids: string[], now: number): Promise<void> {
  const ofThem = traits.isOneOf('character_uid', uids);
  await db.deleteFrom('memberships').where(traits.isOneOf('faction_uid', uids)).execute();
  await db.deleteFrom('memberships').where(ofThem).execute();
  await db.deleteFrom('account_characters').where(ofThem).execute();
  await revokeGrants(db, traits, ofThem, now);
}

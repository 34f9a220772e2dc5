import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './statement.js';

export type IsOneOf = (column: string) => RawBuilder<SqlBool>;

/** Returns the condition that an entity has memberships, accounts or valid grants; a removal only hides them. */
export function hasDependents(uid: string): string {
  return `(exists (select 1 from memberships as m where m.character_uid = ${uid})
    or exists (select 1 from memberships as m where m.faction_uid = ${uid})
    or exists (select 1 from account_characters as a where a.character_uid = ${uid})
    or exists (select 1 from grants as g where g.character_uid = ${uid} and g.revoked_at is null))`;
}

export async function endDependents(db: Db, isOneOf: IsOneOf, now: number): Promise<void> {
  await db.deleteFrom('memberships').where(isOneOf('faction_uid')).execute();
  await db.deleteFrom('memberships').where(isOneOf('character_uid')).execute();
  await db.deleteFrom('account_characters').where(isOneOf('character_uid')).execute();
  await revokeGrants(db, isOneOf('character_uid'), now);
}

export async function revokeGrants(db: Db, which: RawBuilder<SqlBool>, now: number): Promise<void> {
  const revocable = sql<SqlBool>`revoked_at is null and ${which}`;
  await db
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where(sql<SqlBool>`grant_id in (select id from grants where ${revocable})`)
    .execute();
  await db.updateTable('grants').set({ revoked_at: now }).where(revocable).execute();
}

/**
 * Returns uses to their datacards, with audit lines that have no client.
 * Mark the datacards or places as removed first: that keeps other transactions from changing them.
 */
export async function endAssignments(db: Db, which: RawBuilder<SqlBool>, now: number): Promise<void> {
  await sql`insert into datacard_changes (time, action, datacard_uid, location_uid, uses_before, uses_after)
    select ${sql.lit(now)}, 'revoke', datacard_uid, location_uid, uses, 0 from assignments where ${which}`.execute(db);
  await db.deleteFrom('assignments').where(which).execute();
}

/** Deletes accounts, but only revokes what they granted and registered: the audit trail names their clients. */
export async function removeAccounts(db: Db, isOneOf: IsOneOf, rowLocks: boolean, now: number): Promise<void> {
  const ofThem = isOneOf('account_id');
  // A session or a grant that is being created waits, and then finds no account.
  if (rowLocks) await db.selectFrom('accounts').select('id').where(isOneOf('id')).forUpdate().execute();
  await revokeGrants(db, ofThem, now);
  await db.updateTable('grants').set({ account_id: null, name: null, last_used_from: null }).where(ofThem).execute();
  await db
    .updateTable('clients')
    .set({ owner_id: null, revoked_at: sql`coalesce(revoked_at, ${sql.lit(now)})` })
    .where(isOneOf('owner_id'))
    .execute();
  await db.deleteFrom('accounts').where(isOneOf('id')).execute();
}

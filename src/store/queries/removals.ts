import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './statement.js';

/** Returns the condition that a column has one of some keys. */
export type IsOneOf = (column: string) => RawBuilder<SqlBool>;

/**
 * Returns the condition that an entity has memberships, links to accounts or valid grants. Where it was removed, these are hidden, and
 * are there again when it comes back.
 */
export function hasDependents(uid: string): string {
  return `(exists (select 1 from memberships as m where m.character_uid = ${uid})
    or exists (select 1 from memberships as m where m.faction_uid = ${uid})
    or exists (select 1 from account_characters as a where a.character_uid = ${uid})
    or exists (select 1 from grants as g where g.character_uid = ${uid} and g.revoked_at is null))`;
}

/** Ends the memberships, the links to accounts, and the grants with their tokens of entities. */
export async function endDependents(db: Db, isOneOf: IsOneOf, now: number): Promise<void> {
  await db.deleteFrom('memberships').where(isOneOf('faction_uid')).execute();
  await db.deleteFrom('memberships').where(isOneOf('character_uid')).execute();
  await db.deleteFrom('account_characters').where(isOneOf('character_uid')).execute();
  await revokeGrants(db, isOneOf('character_uid'), now);
}

/** Revokes grants with their tokens. */
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
 * Ends assignments, whose uses return to their datacards: each gets a line in the audit trail that no client asked for. Call it
 * when their datacards or places are marked as removed, which keeps other transactions from changing them.
 */
export async function endAssignments(db: Db, which: RawBuilder<SqlBool>, now: number): Promise<void> {
  await sql`insert into datacard_changes (time, action, datacard_uid, location_uid, uses_before, uses_after)
    select ${sql.lit(now)}, 'revoke', datacard_uid, location_uid, uses, 0 from assignments where ${which}`.execute(db);
  await db.deleteFrom('assignments').where(which).execute();
}

/**
 * Deletes accounts with their sessions, invitations and links to characters. What an account agreed to and registered is revoked,
 * and stays so without it: the audit trail names its clients.
 */
export async function removeAccounts(db: Db, isOneOf: IsOneOf, rowLocks: boolean, now: number): Promise<void> {
  const ofThem = isOneOf('account_id');
  // A session or a grant that is just being made waits, and then finds no account.
  if (rowLocks) await db.selectFrom('accounts').select('id').where(isOneOf('id')).forUpdate().execute();
  for (const table of ['sessions', 'invitations', 'account_characters'] as const) {
    await db.deleteFrom(table).where(ofThem).execute();
  }
  await revokeGrants(db, ofThem, now);
  await db.updateTable('grants').set({ account_id: null, name: null, last_used_from: null }).where(ofThem).execute();
  await db
    .updateTable('clients')
    .set({ owner_id: null, revoked_at: sql`coalesce(revoked_at, ${sql.lit(now)})` })
    .where(isOneOf('owner_id'))
    .execute();
  await db.deleteFrom('accounts').where(isOneOf('id')).execute();
}

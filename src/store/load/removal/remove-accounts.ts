import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../model/index.js';
import type { Traits } from '../../traits.js';
import { revokeGrants } from './revoke-grants.js';

/**
 * Deletes accounts with their sessions, invitations and links to characters, and returns how many there were. What an account
 * agreed to and registered is revoked, and stays so without it: the audit trail names its clients.
 */
export async function removeAccounts(db: Kysely<Tables>, traits: Traits, ids: string[], now: number): Promise<number> {
  const ofThem = traits.isOneOf('account_id', ids);
  // A session or a grant that is just being made waits, and then finds no account.
  if (traits.rowLocks) {
    await db.selectFrom('accounts').select('id').where(traits.isOneOf('id', ids)).forUpdate().execute();
  }
  for (const table of ['sessions', 'invitations', 'account_characters'] as const) {
    await db.deleteFrom(table).where(ofThem).execute();
  }
  await revokeGrants(db, traits, ofThem, now);
  await db.updateTable('grants').set({ account_id: null, name: null, last_used_from: null }).where(ofThem).execute();
  await db
    .updateTable('clients')
    .set({ owner_id: null, revoked_at: sql`coalesce(revoked_at, ${sql.lit(now)})` })
    .where(traits.isOneOf('owner_id', ids))
    .execute();
  const { numDeletedRows } = await db.deleteFrom('accounts').where(traits.isOneOf('id', ids)).executeTakeFirst();
  return Number(numDeletedRows);
}

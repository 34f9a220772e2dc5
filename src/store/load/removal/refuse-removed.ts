import type { Kysely } from 'kysely';
import type { Tables } from '../../../model/index.js';
import type { Traits } from '../../traits.js';
import { RowRefused } from '../explain-refusal.js';

/**
 * Refuses rows that refer to something that was removed: it has no members, datacards or grants.
 *
 * @throws {RowRefused} when one of the uids is that of something removed
 */
export async function refuseRemoved(db: Kysely<Tables>, { isOneOf }: Traits, uids: string[]): Promise<void> {
  const removed = await db
    .selectFrom('entities')
    .select('uid')
    .where(isOneOf('uid', uids))
    .where('removed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (removed) {
    throw new RowRefused(
      `it refers to ${removed.uid}, which was removed: bring that back with a record before this one`,
    );
  }
}

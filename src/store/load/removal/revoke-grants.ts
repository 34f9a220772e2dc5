import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { Tables } from '../../../model/index.js';
import type { Traits } from '../../traits.js';

/** Revokes grants with their tokens, and returns how many were valid or had only expired. */
export async function revokeGrants(
  db: Kysely<Tables>,
  { isOneOf }: Traits,
  which: RawBuilder<SqlBool>,
  now: number,
): Promise<number> {
  const revoked = await db
    .updateTable('grants')
    .set({ revoked_at: now })
    .where(which)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  if (revoked.length === 0) return 0;
  await db
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where(
      isOneOf(
        'grant_id',
        revoked.map(({ id }) => id),
      ),
    )
    .where('revoked_at', 'is', null)
    .execute();
  return revoked.length;
}

import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../../model/index.js';

/**
 * Ends assignments, whose uses return to their datacards: each gets a line in the audit trail that no client asked for. Call it
 * when their datacards or places are marked as removed, which keeps other transactions from changing them.
 */
export async function endAssignments(db: Kysely<Tables>, which: RawBuilder<SqlBool>, now: number): Promise<void> {
  await db
    .insertInto('datacard_changes')
    .columns(['time', 'action', 'datacard_uid', 'location_uid', 'uses_before', 'uses_after'])
    .expression((eb) =>
      eb
        .selectFrom('assignments')
        .select([sql.lit(now).as('time'), sql.lit('revoke').as('action'), 'datacard_uid', 'location_uid'])
        .select(['uses as uses_before', sql.lit(0).as('uses_after')])
        .where(which),
    )
    .execute();
  await db.deleteFrom('assignments').where(which).execute();
}

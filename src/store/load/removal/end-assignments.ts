import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { Tables } from '../../../model/index.js';

/** The number of lines that one statement adds to the audit trail. */
const SOME = 500;

/** Ends assignments, whose uses return to their datacards: each gets a line in the audit trail that no client asked for. */
export async function endAssignments(db: Kysely<Tables>, which: RawBuilder<SqlBool>, now: number): Promise<void> {
  const ended = await db.deleteFrom('assignments').where(which).returningAll().execute();
  const lines = ended
    .map(({ datacard_uid, location_uid, uses }) => ({
      ...{ time: now, action: 'revoke' as const, client_id: null, character_uid: null },
      ...{ datacard_uid, location_uid, uses_before: uses, uses_after: 0, request_id: null },
    }))
    .sort(
      (one, other) => compare(one.datacard_uid, other.datacard_uid) || compare(one.location_uid, other.location_uid),
    );
  for (let start = 0; start < lines.length; start += SOME) {
    await db
      .insertInto('datacard_changes')
      .values(lines.slice(start, start + SOME))
      .execute();
  }
}

/** Compares uids of one type as numbers. */
function compare(one: string, other: string): number {
  return one.length - other.length || Number(one > other) - Number(one < other);
}

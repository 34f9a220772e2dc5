import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../model/index.js';

/** Maximum authorizations that wait for a person, of browsers and of devices: about 10 MB each. */
export const MAX_PENDING = 5000;

/** The rows that one statement removes at most: a table has only a few too many, unless a newer release allows fewer. */
const SOME = 100;

/** Removes the oldest rows, of those that a condition selects if there is one, so that strangers cannot fill the disk with them. */
export async function keepNewest(
  db: Kysely<Tables>,
  table: 'interactions' | 'codes',
  atMost: number,
  condition?: RawBuilder<boolean>,
): Promise<void> {
  const oldest = db
    .selectFrom(table)
    .select('hash')
    // All are: the condition lets the index on the end serve the order.
    .where('expires_at', '>', 0)
    .$if(condition !== undefined, (query) => query.where(condition as RawBuilder<boolean>))
    .orderBy('expires_at', 'desc')
    .limit(SOME)
    .offset(atMost);
  await db.deleteFrom(table).where('hash', 'in', oldest).execute();
}

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { creditLogIndices } from '../migrations/0008-covering-run.js';
import type { Traits } from '../traits.js';

/** The name under which loads of many rows take turns. */
export const BULK_LOAD = 'bulk load';

/** Runs a load of many rows when it has its turn. Call it in a transaction. */
export async function bulkLoad<T>(db: Kysely<Tables>, traits: Traits, work: () => Promise<T>): Promise<T> {
  await traits.takeTurns(db, BULK_LOAD);
  return withLateIndices(db, traits, work);
}

/**
 * Runs a load into an empty credit log without its indices, and creates them afterwards: for millions of transactions,
 * sorting them once takes a sixth of the time of inserting each into an index.
 *
 * Call it in a transaction, which restores the indices when the work fails.
 */
export async function withLateIndices<T>(
  db: Kysely<Tables>,
  { lateIndices }: Traits,
  work: () => Promise<T>,
): Promise<T> {
  if (!lateIndices) return work();
  const known = await db.selectFrom('transactions').select('id').limit(1).executeTakeFirst();
  if (known) return work();
  for (const index of Object.keys(creditLogIndices)) await db.schema.dropIndex(index).execute();
  const result = await work();
  for (const create of Object.values(creditLogIndices)) await sql.raw(create).execute(db);
  return result;
}

import type { Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** The indices of the credit log, as the migrations make them. */
const indices = {
  transactions_sender: ['sender_uid', 'id'],
  transactions_receiver: ['receiver_uid', 'id'],
} as const;

/**
 * Runs a load without the indices of the credit log, where the log is empty, and makes them afterwards: millions of
 * transactions land all over an index as they come, and once sorted they cost a sixth.
 *
 * Call it in a transaction, which brings the indices back when the work fails.
 */
export async function bulkLoad<T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
  const known = await db.selectFrom('transactions').select('id').limit(1).executeTakeFirst();
  if (known) return work();
  for (const index of Object.keys(indices)) await db.schema.dropIndex(index).execute();
  const result = await work();
  for (const [index, columns] of Object.entries(indices)) {
    await db.schema
      .createIndex(index)
      .on('transactions')
      .columns([...columns])
      .execute();
  }
  return result;
}

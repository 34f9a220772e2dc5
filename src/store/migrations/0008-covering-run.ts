import { type Migration, sql } from 'kysely';
import { creditLogIndices as former } from './0001-galaxy.js';
import type { Ddl } from './ddl.js';

const { transactions_sender, transactions_receiver } = former;

/**
 * The indices of the credit log, which a load of many rows does without. That of receivers has the sender too: without it,
 * SQLite reads each transaction to see whether it was sent to oneself.
 */
export const creditLogIndices = {
  transactions_sender,
  transactions_receiver: transactions_receiver.replace('(receiver_uid, id)', '(receiver_uid, id, sender_uid)'),
};

/** Makes the length of a run countable in indices alone, on a database that does not do so already. */
export function coveringRun({ readsConditionOfIndex }: Ddl): Migration {
  const statements = readsConditionOfIndex
    ? []
    : ['drop index transactions_receiver', creditLogIndices.transactions_receiver];

  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

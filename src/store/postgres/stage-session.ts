import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { BULK_LOAD } from '../load/bulk.js';
import type { WithSession } from '../stage/session.js';
import { postgresTraits } from '../traits.js';

/**
 * Opens sessions that are one transaction each, from the first row that is read to the last that is written: that keeps nobody
 * waiting, since locks are taken at its end alone, and a pooler in between can lead each transaction to another connection.
 */
export function postgresSessions(db: Kysely<Tables>): WithSession {
  return ({ onWait }, work) =>
    db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${BULK_LOAD}, 0)) as locked`.execute(transaction);
      if (!rows[0]?.locked) {
        onWait?.();
        await postgresTraits.takeTurns(transaction, BULK_LOAD);
      }
      return work({
        db: transaction,
        types: { integer: 'bigint', text: 'text collate "C"' },
        tableOptions: 'on commit drop',
        takesArrays: true,
        writesAlone: false,
        read: (read) => read(transaction),
        write: (write) => write(transaction),
        version: async () => undefined,
        settle: async () => {},
      });
    });
}

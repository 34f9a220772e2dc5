import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { reportWait, type WithSession } from '../stage/session.js';
import { StaleComparison } from '../stage/stale-comparison.js';
import { BULK_LOAD, postgresTraits } from '../traits.js';
import { codeOf } from './errors.js';

/**
 * Opens sessions that are one transaction each, from the first row that is read to the last that is written: that keeps nobody
 * waiting, since locks are taken at its end alone, and a pooler in between can lead each transaction to another connection.
 */
export function postgresSessions(db: Kysely<Tables>): WithSession {
  return ({ onWait }, work) =>
    db.transaction().execute(async (transaction) => {
      await reportWait(postgresTraits.takeTurns(transaction, BULK_LOAD), onWait);
      return work({
        db: transaction,
        types: { integer: 'bigint', text: 'text collate "C"' },
        tableOptions: 'on commit drop',
        takesArrays: true,
        writesAlone: false,
        read: (read) => read(transaction),
        write: (write) => inSavepoint(transaction, () => write(transaction)),
        version: async () => undefined,
        settle: async () => {},
      });
    });
}

/** The class of the errors of constraints: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONSTRAINT = '23';

/**
 * Runs work of which nothing stays when it fails, while the transaction goes on.
 *
 * @throws {StaleComparison} when a row breaks a constraint: the comparison would have refused it, so it came later
 */
async function inSavepoint<T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
  await sql`savepoint stage_write`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint stage_write`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint stage_write`.execute(db);
    throw codeOf(error)?.startsWith(CONSTRAINT) ? new StaleComparison(error) : error;
  }
}

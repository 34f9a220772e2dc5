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
  return ({ signal, onWait }, work) =>
    db.transaction().execute(async (transaction) => {
      await reportWait(takeTurn(db, transaction, signal), onWait);
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

/**
 * Waits for the turn of an import. An abort ends the wait through another connection, since this one waits for the answer.
 *
 * @throws the reason of the signal when it aborts
 */
async function takeTurn(db: Kysely<Tables>, transaction: Kysely<Tables>, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
  const cancel = () => {
    sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(db).catch(() => {});
  };
  signal?.throwIfAborted();
  signal?.addEventListener('abort', cancel);
  try {
    await postgresTraits.takeTurns(transaction, BULK_LOAD);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
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

import { type RawBuilder, sql } from 'kysely';
import { Conflict, repeat } from '../commits.js';
import type { WithSession } from '../import/session.js';
import type { Db } from '../queries/statement.js';
import { postgresTraits } from '../traits.js';
import { waitForTurn } from '../wait-for-turn.js';
import { codeOf } from './errors.js';

/** Class of constraint errors: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONSTRAINT = '23';

/**
 * Imports in one transaction of a separate connection without time limits. It locks nothing of the galaxy until it writes, and
 * datacards last: players wait for those.
 */
export function postgresSessions(connect: () => Db): WithSession {
  return async (options, work) => {
    const connection = connect();
    try {
      return await connection
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (db) => {
          await sql`set local statement_timeout = 0`.execute(db);
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
          await waitForTurn(() => tryLock(db), options);
          return work({
            db,
            traits: postgresTraits,
            text: 'text collate "C"',
            elements: (json) => `jsonb_array_elements(cast(${json} as jsonb)) as j`,
            read: (reads) => reads(),
            write: (changes) => repeat(() => orNothing(db, changes)),
            isRefusal: (error) => error instanceof Conflict || codeOf(error)?.startsWith(CONSTRAINT) === true,
          });
        });
    } finally {
      await connection.destroy();
    }
  };
}

async function orNothing<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint written`.execute(db);
  try {
    return await work();
  } catch (error) {
    // A lost connection has no savepoint.
    await sql`rollback to savepoint written`.execute(db).catch(() => {});
    throw error;
  }
}

/** Locks the imports of other processes out until the end of the transaction. */
async function tryLock(db: Db): Promise<true | undefined> {
  const lock: RawBuilder<{ locked: boolean }> = sql`
    select pg_try_advisory_xact_lock(hashtextextended('bulk load', 0)) as locked`;
  return (await lock.execute(db)).rows[0]?.locked || undefined;
}

import { Conflict, repeat } from '../commits.js';
import { all, type ImportSession, run, type WithSession, waitForTurn } from '../import/session.js';
import type { Db } from '../queries/statement.js';
import { postgresTraits } from '../traits.js';
import { codeOf } from './errors.js';

/** Class of constraint errors: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONSTRAINT = '23';

const types = { integer: 'bigint', text: 'text collate "C"' };

/**
 * Imports in one transaction of a separate connection without time limits. It locks nothing of the galaxy until it writes, and
 * datacards last: players wait for those.
 */
export function postgresSessions(connect: () => Db): WithSession {
  return async (options, work) => {
    const db = connect();
    try {
      return await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (within) => {
          for (const limit of ['statement', 'idle_in_transaction_session'])
            await run(within, `set local ${limit}_timeout = 0`);
          await waitForTurn(() => tryLock(within), options);
          return work(sessionOn(within));
        });
    } finally {
      await db.destroy();
    }
  };
}

function sessionOn(db: Db): ImportSession {
  return {
    db,
    traits: postgresTraits,
    types,
    tableOptions: 'on commit drop',
    writesAlone: false,
    rowsOf(json, columns) {
      const definitions = Object.entries(columns).map(([name, type]) => `${name} ${types[type]}`);
      const from = `json_to_recordset(cast(${json} as json)) as j (${definitions.join(', ')})`;
      return { from, column: (name) => `j.${name}` };
    },
    analyze: async (table) => void (await run(db, `analyze ${table}`)),
    read: (work) => work(),
    write: (work) => repeat(() => orNothing(db, work)),
    isRefusal: (error) => error instanceof Conflict || codeOf(error)?.startsWith(CONSTRAINT) === true,
  };
}

async function orNothing<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await run(db, 'savepoint written');
  try {
    return await work();
  } catch (error) {
    // A lost connection has no savepoint.
    await run(db, 'rollback to savepoint written').catch(() => {});
    throw error;
  }
}

/** Locks the imports of other processes out until the end of the transaction. */
async function tryLock(db: Db): Promise<true | undefined> {
  const lock = `select pg_try_advisory_xact_lock(hashtextextended('bulk load', 0)) as locked`;
  const [row] = await all<{ locked: boolean }>(db, lock);
  return row?.locked || undefined;
}

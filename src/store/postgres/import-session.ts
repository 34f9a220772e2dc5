import { setTimeout } from 'node:timers/promises';
import { Conflict } from '../commits.js';
import {
  all,
  createTemp,
  type ImportSession,
  insertJson,
  type Piece,
  type RowSource,
  run,
  type TempTable,
  type WithSession,
  waitForTurn,
} from '../import/session.js';
import type { Columns } from '../import/tables.js';
import type { Db } from '../queries/statement.js';
import { postgresTraits } from '../traits.js';
import { codeOf } from './errors.js';

const PIECE = 1000;

/** Pause between two transactions, in milliseconds. */
const REST = 5;

/** Class of constraint errors: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONSTRAINT = '23';

const types = { integer: 'bigint', text: 'text collate "C"' };

/**
 * Holds temporary tables in one transaction, which locks nothing of the galaxy. Another one writes, with copies of the rows:
 * a pooler may use another connection for each transaction.
 */
export function postgresSessions(db: Db): WithSession {
  return (options, work) =>
    db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (staging) => {
        // The service limits requests, but also imports the demo.
        await run(staging, 'set local statement_timeout = 0');
        await run(staging, 'set local idle_in_transaction_session_timeout = 0');
        await waitForTurn(async () => (await tryLock(staging)) || undefined, options);
        const session: ImportSession = {
          db: staging,
          traits: postgresTraits,
          types,
          tableOptions: 'on commit drop',
          rowsOf,
          analyze: async (table) => void (await run(staging, `analyze ${table}`)),
          read: (read) => read(),
          write: (tables, change) =>
            db
              .transaction()
              .setIsolationLevel('read committed')
              .execute(async (writing) => {
                await run(writing, 'set local statement_timeout = 0');
                for (const table of tables) await copy(session, writing, table);
                return change(writing);
              }),
          pieces: (table) => pieces(staging, table),
          rest: () => setTimeout(REST),
          isRefusal: (error) => error instanceof Conflict || codeOf(error)?.startsWith(CONSTRAINT) === true,
        };
        return work(session);
      });
}

function rowsOf(json: string, columns: Columns): RowSource {
  const definitions = Object.entries(columns).map(([name, type]) => `${name} ${types[type]}`);
  return {
    from: `json_to_recordset(cast(${json} as json)) as j (${definitions.join(', ')})`,
    column: (name) => `j.${name}`,
  };
}

async function copy(session: ImportSession, db: Db, table: TempTable): Promise<void> {
  await createTemp(db, session, table);
  await run(db, `create index on ${table.name} (at)`);
  let count = 0;
  for await (const { parameters } of pieces(session.db, table)) {
    await insertJson(db, session, table, String(parameters[0]));
    count += 1;
  }
  if (count > 1) await run(db, `analyze ${table.name}`);
}

async function* pieces(db: Db, { name, columns }: TempTable): AsyncGenerator<Piece> {
  await run(
    db,
    `declare piece no scroll cursor for select cast(row_to_json(t) as text) as row from ${name} as t order by at`,
  );
  try {
    for (;;) {
      const rows = await all<{ row: string }>(db, `fetch ${PIECE} from piece`);
      if (rows.length === 0) return;
      yield { ...rowsOf('?', columns), parameters: [`[${rows.map(({ row }) => row).join()}]`] };
    }
  } finally {
    await run(db, 'close piece');
  }
}

/** Locks the imports of other processes out until the end of the transaction; returns false while one has the lock. */
async function tryLock(db: Db): Promise<boolean> {
  const [row] = await all<{ locked: boolean }>(
    db,
    `select pg_try_advisory_xact_lock(hashtextextended('bulk load', 0)) as locked`,
  );
  return row?.locked === true;
}

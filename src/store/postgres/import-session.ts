import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { Conflict } from '../commits.js';
import {
  all,
  createTemp,
  type ImportSession,
  insertJson,
  type Piece,
  type RowSource,
  reportWait,
  run,
  type TempTable,
  type WithSession,
} from '../import/session.js';
import type { Columns } from '../import/tables.js';
import type { Db } from '../queries/statement.js';
import { BULK_LOAD, postgresTraits } from '../traits.js';
import { importTakesTooLong } from '../unusable-database.js';
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
  return ({ signal, onWait, timeout }, work) =>
    db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (staging) => {
        await reportWait(takeTurn(db, staging, signal, timeout), onWait);
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

/**
 * Waits for the turn of an import. An abort ends the wait through another connection, since this one waits for the answer.
 * @throws {UnusableDatabase} after `timeout` milliseconds, or the reason of the signal
 */
async function takeTurn(db: Db, transaction: Db, signal?: AbortSignal, timeout = 0): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
  const cancel = () => {
    sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(db).catch(() => {});
  };
  signal?.throwIfAborted();
  signal?.addEventListener('abort', cancel);
  try {
    await run(transaction, `set local lock_timeout = ${timeout}`);
    // The service limits requests, but also imports the demo.
    await run(transaction, 'set local statement_timeout = 0');
    await run(transaction, 'set local idle_in_transaction_session_timeout = 0');
    await postgresTraits.takeTurns(transaction, BULK_LOAD);
  } catch (error) {
    signal?.throwIfAborted();
    throw isLockTimeout(error) ? importTakesTooLong(error) : error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return codeOf(cause) === '55P03';
}

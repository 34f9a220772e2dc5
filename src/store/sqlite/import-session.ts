import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { repeat } from '../commits.js';
import { type Db, type ImportSession, piecesOf, reportWait, type WithSession } from '../import/session.js';
import type { SqliteConnection } from './driver.js';
import { connect, dialect, translate } from './driver.js';
import { lockForImport } from './locks.js';

/**
 * Temporary tables go to a file that is deleted at once, so that a process that is killed leaves nothing. The log is emptied into
 * the database between transactions instead of at the end of one, which would keep other writers waiting.
 */
const SETTINGS = `
  pragma temp_store = file;
  pragma temp.cache_size = -32768;
  pragma wal_autocheckpoint = 0;
`;

/** The longest wait for the write lock, in milliseconds: services hold it for some at a time. */
const WRITE_TIMEOUT = 60_000;

/** The pause between two transactions, in milliseconds: about as long as one takes. */
const REST = 15;

/** Opens sessions on separate connections, one after the other. */
export function fileSessions(path: string, checkFile: () => void): WithSession {
  return async ({ signal, onWait, timeout }, work) => {
    checkFile();
    const lock = await reportWait(lockForImport(path, signal, timeout), onWait).catch(failed);
    let database: SqliteConnection;
    try {
      database = openSession(path);
    } catch (error) {
      lock.close();
      throw translate(error);
    }
    const db = new Kysely<Tables>({ dialect: dialect(database, checkFile) });
    const session = sessionOn(db);
    const { write } = session;
    session.write = async (tables, change) => {
      const result = await write(tables, change);
      await sql`pragma wal_checkpoint(passive)`.execute(db);
      return result;
    };
    session.rest = () => setTimeout(REST);
    try {
      return await work(session);
    } finally {
      await db.destroy();
      lock.close();
    }
  };
}

/** Opens a connection whose temporary files are beside the database: that disk needs room for the rows anyway, and has the name for messages. */
function openSession(path: string): SqliteConnection {
  const database = connect(path);
  const folder = dirname(realpathSync(path)).replaceAll("'", "''");
  database.exec(`${SETTINGS} pragma temp_store_directory = '${folder}'`);
  return database;
}

/** A full disk has no room for a lock either. */
function failed(error: unknown): never {
  throw translate(error);
}

/** Opens sessions on the only connection that a database in memory has. */
export function memorySessions(db: Db): WithSession {
  return async (_, work) => {
    try {
      return await work(sessionOn(db));
    } finally {
      // A sandbox has other temporary tables.
      const { rows } = await sql<{ name: string }>`
        select name from sqlite_temp_master
        where type = 'table' and (name glob 'stage_*' or name glob 'new_*' or name glob 'gone_*' or name = 'refused')`.execute(
        db,
      );
      for (const { name } of rows) await sql`drop table temp.${sql.ref(name)}`.execute(db);
    }
  };
}

function sessionOn(db: Db): ImportSession {
  // The only connection is that of the transaction while there is one.
  let current = db;
  const within =
    <T>(work: (db: Db) => Promise<T>) =>
    async (transaction: Db) => {
      current = transaction;
      try {
        return await work(transaction);
      } finally {
        current = db;
      }
    };
  return {
    get db() {
      return current;
    },
    types: { integer: 'integer', text: 'text' },
    tableOptions: '',
    rowsOf: (json) => ({ from: `json_each(${json}) as j`, column: (name) => `j.value ->> '${name}'` }),
    analyze: async () => {},
    read: (work) => db.transaction().setAccessMode('read only').execute(within(work)),
    write: (_, work) => repeat(() => db.transaction().execute(within(work)), WRITE_TIMEOUT),
    pieces: (table) => piecesOf(db, table),
    rest: async () => {},
    isRefusal: (error) => error instanceof Error && / constraint failed/.test(error.message),
  };
}

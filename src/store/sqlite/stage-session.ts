import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { repeat } from '../conflict.js';
import { reportWait, type StageSession, type WithSession } from '../stage/session.js';
import { connect } from './connect.js';
import { dialect } from './dialect.js';
import type { SqliteConnection } from './engine.js';
import { lockForImport } from './locks.js';
import { translate } from './preparing-database.js';

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
const PATIENCE = 60_000;

/** Opens sessions on connections of their own, one after the other. */
export function fileSessions(path: string, checkFile: () => void): WithSession {
  return async ({ signal, onWait }, work) => {
    checkFile();
    const lock = await reportWait(lockForImport(path, signal), onWait).catch(failed);
    let database: SqliteConnection;
    try {
      database = openSession(path);
    } catch (error) {
      lock.close();
      throw translate(error);
    }
    const db = new Kysely<Tables>({ dialect: dialect(database, checkFile) });
    try {
      return await work({
        ...sessionOn(db),
        async version(within) {
          const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(within);
          return rows[0]?.data_version;
        },
        async settle() {
          await sql`pragma wal_checkpoint(passive)`.execute(db);
        },
      });
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
export function memorySessions(db: Kysely<Tables>): WithSession {
  return async (_, work) => {
    const session = { ...sessionOn(db), version: async () => undefined, settle: async () => {} };
    try {
      return await work(session);
    } finally {
      // A sandbox has temporary tables of its own.
      const { rows } = await sql<{ name: string }>`
        select name from sqlite_temp_master where type = 'table' and (name glob 'stage_*' or name glob 'differing_*')`.execute(
        db,
      );
      for (const { name } of rows) await sql`drop table temp.${sql.ref(name)}`.execute(db);
    }
  };
}

function sessionOn(db: Kysely<Tables>): Omit<StageSession, 'version' | 'settle'> {
  return {
    db,
    types: { integer: 'integer', text: 'text' },
    tableOptions: '',
    takesArrays: false,
    writesAlone: true,
    read: (work) => db.transaction().setAccessMode('read only').execute(work),
    write: (work) => repeat(() => db.transaction().execute(work), PATIENCE),
  };
}

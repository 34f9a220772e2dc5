import { Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { reportWait, type StageSession, type WithSession } from '../stage/session.js';
import { withWriteLock } from '../write-lock.js';
import { connect } from './connect.js';
import { dialect } from './dialect.js';
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
const PATIENCE = 60_000;

/** Opens sessions on connections of their own, one after the other. */
export function fileSessions(path: string, checkFile: () => void): WithSession {
  return async ({ signal, onWait }, work) => {
    checkFile();
    const lock = await reportWait(lockForImport(path, signal), onWait);
    const database = connect(path);
    database.exec(SETTINGS);
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
    write: (work) => withWriteLock(() => db.transaction().execute(work), PATIENCE),
  };
}

import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { repeat } from '../commits.js';
import type { ImportSession, WithSession } from '../import/session.js';
import type { Db } from '../queries/statement.js';
import { sqliteTraits } from '../traits.js';
import { waitForTurn } from '../wait-for-turn.js';
import { connect, dialect, type SqliteConnection, translate, translated } from './driver.js';
import { tryLock } from './locks.js';

/** A killed process leaves no temporary files. The log is emptied between transactions: within one, other writers would wait. */
const SETTINGS = `
  pragma temp_store = file;
  pragma temp.cache_size = -32768;
  pragma wal_autocheckpoint = 0;
`;

/** Maximum wait for the write lock, in milliseconds. */
const WRITE_TIMEOUT = 60_000;

export function fileSessions(path: string, checkFile: () => void): WithSession {
  return async (options, work) => {
    checkFile();
    // A full disk has no room for a lock either.
    const lock = await waitForTurn(() => tryLock(`${realpathSync(path)}.import-lock`), options).catch((error) => {
      throw translate(error);
    });
    try {
      const db = new Kysely<Tables>({ dialect: dialect(openSession(path), checkFile) });
      return await work(sessionOn(db)).finally(() => db.destroy());
    } finally {
      lock.close();
    }
  };
}

/** Puts temporary files beside the database: that disk needs room for the rows anyway, and messages name it. */
function openSession(path: string): SqliteConnection {
  return translated(() => {
    const database = connect(path);
    const folder = dirname(realpathSync(path)).replaceAll("'", "''");
    database.exec(`${SETTINGS} pragma temp_store_directory = '${folder}'`);
    return database;
  });
}

export function memorySessions(db: Db): WithSession {
  let last: Promise<unknown> = Promise.resolve();
  const dropTables = async () => {
    // A sandbox has other temporary tables.
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_temp_master where type = 'table' and name glob 'stage_*'`.execute(db);
    for (const { name } of rows) await sql`drop table temp.${sql.ref(name)}`.execute(db);
  };
  return (_, work) => {
    const session = last.then(() => work(sessionOn(db))).finally(dropTables);
    last = session.catch(() => {});
    return session;
  };
}

function sessionOn(db: Db): ImportSession {
  let current = db;
  const within =
    <T>(work: () => Promise<T>) =>
    (transaction: Db) => {
      current = transaction;
      return work().finally(() => {
        current = db;
      });
    };
  return {
    get db() {
      return current;
    },
    traits: sqliteTraits,
    text: 'text',
    elements: (json) => `json_each(${json}) as j`,
    read: (work) => db.transaction().setAccessMode('read only').execute(within(work)),
    async write(work) {
      const result = await repeat(() => db.transaction().execute(within(work)), WRITE_TIMEOUT);
      // What is committed stays, although a full disk has no room to copy it: the next write reports that.
      await sql`pragma wal_checkpoint(passive)`.execute(db).catch(() => {});
      return result;
    },
    isRefusal: (error) => error instanceof Error && / constraint failed/.test(error.message),
  };
}

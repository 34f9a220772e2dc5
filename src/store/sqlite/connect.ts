import { DatabaseSync, type SqliteConnection } from './engine.js';

/**
 * A longer busy timeout would stall the whole event loop, since the calls are synchronous. It comes first: the change to WAL needs
 * a lock too, which another process holds for a moment when it closes the database.
 */
export const PATIENCE = 'pragma busy_timeout = 100';

/** Transactions wait for the write lock between two attempts to begin, while the event loop goes on. */
export const NO_PATIENCE = 'pragma busy_timeout = 0';

/** Lets a database give pages back. Only a new file takes this setting, before its first page is written. */
const SHRINKABLE = 'pragma auto_vacuum = incremental';

/**
 * FULL is what keeps a transaction that was acknowledged: NORMAL loses the last ones in a power cut. What is deleted is overwritten, so
 * that nobody finds it in the file.
 */
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma trusted_schema = off;
  pragma secure_delete = on;
  pragma cache_size = -65536;
`;

/** Opens a connection that keeps what it acknowledges. */
export function connect(path: string): SqliteConnection {
  const database = new DatabaseSync(path);
  try {
    database.exec(PATIENCE);
    if (readPragma(database, 'page_count') === 0) database.exec(SHRINKABLE);
    database.exec(SETTINGS);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns the value of a pragma that is a number. */
export function readPragma(database: SqliteConnection, name: string): number {
  return Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]);
}

import { existsSync, realpathSync } from 'node:fs';
import { UnusableDatabase } from '../unusable-database.js';
import { DatabaseSync, errorName, type SqliteConnection } from './engine.js';
import { createFile } from './file.js';

/**
 * Takes the lock of the one server that may use a database, on a file beside it. SQLite holds the lock, and the system
 * releases it when the process ends, however that ends. The file stays: to delete it would let two servers lock two files.
 *
 * @throws {UnusableDatabase} when another server has the lock
 */
export function lockForServer(path: string): SqliteConnection {
  const file = `${realpathSync(path)}.lock`;
  // Opened and closed once only: to close a file releases all locks that the process has on it.
  if (!existsSync(file)) createFile(file);
  const lock = new DatabaseSync(file);
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (errorName(error) !== 'SQLITE_BUSY') throw error;
    const next = 'stop it first; several servers share a PostgreSQL database (docs/hosting.md)';
    throw new UnusableDatabase(`another server uses the database ${path}`, next, error);
  }
}

/** Returns true if a server uses a database. */
export function hasServer(path: string): boolean {
  const file = `${realpathSync(path)}.lock`;
  if (!existsSync(file)) return false;
  const lock = new DatabaseSync(file);
  try {
    lock.exec('begin exclusive');
    return false;
  } catch (error) {
    if (errorName(error) === 'SQLITE_BUSY') return true;
    throw error;
  } finally {
    lock.close();
  }
}

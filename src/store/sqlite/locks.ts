import { existsSync, realpathSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { importTakesTooLong, UnusableDatabase } from '../unusable-database.js';
import { DatabaseSync, errorName, type SqliteConnection } from './engine.js';
import { createFile } from './file.js';

/** Milliseconds between two attempts to get the lock for an import. */
const PAUSE = 200;

/**
 * Takes the lock of the one server that may use a database.
 *
 * @throws {UnusableDatabase} when another server has the lock
 */
export function lockForServer(path: string): SqliteConnection {
  const lock = openLock(fileOfServer(path));
  try {
    if (tryLock(lock, fileOfServer(path))) return lock;
    const next = 'stop it first; several servers share a PostgreSQL database (docs/host/instances.md)';
    throw new UnusableDatabase(`another server uses the database ${path}`, next);
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Returns true if a server uses a database. */
export function hasServer(path: string): boolean {
  if (!existsSync(fileOfServer(path))) return false;
  const lock = openLock(fileOfServer(path));
  try {
    return !tryLock(lock, fileOfServer(path));
  } finally {
    lock.close();
  }
}

/**
 * Waits until no other import uses a database, and takes the lock for it. The import that waits holds a lock of its own: one that
 * imports again and again would keep it waiting for ever otherwise.
 *
 * @throws the reason of the signal when it aborts
 * @throws {UnusableDatabase} when the lock is not free within the timeout, in milliseconds
 */
export async function lockForImport(path: string, signal?: AbortSignal, timeout?: number): Promise<SqliteConnection> {
  const turn = await waitForLock(`${realpathSync(path)}.import-turn`, signal, timeout);
  try {
    return await waitForLock(`${realpathSync(path)}.import-lock`, signal, timeout);
  } finally {
    turn.close();
  }
}

async function waitForLock(
  file: string,
  signal?: AbortSignal,
  timeout = Number.POSITIVE_INFINITY,
): Promise<SqliteConnection> {
  const lock = openLock(file);
  try {
    for (let waited = 0; !tryLock(lock, file); waited += PAUSE) {
      if (waited >= timeout) throw importTakesTooLong();
      await setTimeout(PAUSE);
      signal?.throwIfAborted();
    }
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

const fileOfServer = (path: string) => `${realpathSync(path)}.lock`;

/**
 * Opens the file of a lock, beside the database. SQLite holds the lock, and the system releases it when the process ends, however
 * that ends. The file stays: to delete it would let two processes lock two files.
 */
function openLock(file: string): SqliteConnection {
  // Opened and closed once only: to close a file releases all locks that the process has on it.
  if (!existsSync(file)) createFile(file);
  return new DatabaseSync(file);
}

/** @throws {UnusableDatabase} when the file is damaged */
function tryLock(lock: SqliteConnection, file: string): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if (errorName(error) === 'SQLITE_BUSY') return false;
    if (errorName(error) === 'SQLITE_NOTADB') {
      throw new UnusableDatabase(
        `the lock ${file} is damaged`,
        'delete this file while nothing uses the database',
        error,
      );
    }
    throw error;
  }
}

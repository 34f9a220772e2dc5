import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeFolder } from '../make-folder.js';
import { importTakesTooLong, UnusableDatabase } from '../unusable-database.js';
import { DatabaseSync, errorName, type SqliteConnection } from './driver.js';

/** Creates an empty file for its owner only, with its folders; SQLite gives its side files the same mode. */
export function createFile(path: string): void {
  makeFolder(dirname(resolve(path)));
  closeSync(openSync(path, 'a', 0o600));
}

/** Milliseconds between two attempts to get the lock for an import. */
const PAUSE = 200;

/**
 * Takes the lock of the one server that may use a database.
 *
 * @throws {UnusableDatabase} when another server has the lock
 */
export function lockForServer(path: string): SqliteConnection {
  const lock = tryLock(`${realpathSync(path)}.lock`);
  if (lock) return lock;
  const next = 'stop it first; several servers share a PostgreSQL database (docs/host/instances.md)';
  throw new UnusableDatabase(`another server uses the database ${path}`, next);
}

/** Returns true if a server uses a database. */
export function hasServer(path: string): boolean {
  const file = `${realpathSync(path)}.lock`;
  if (!existsSync(file)) return false;
  const lock = tryLock(file);
  lock?.close();
  return lock === undefined;
}

/**
 * Waits until no other import uses a database, and takes the lock for it.
 *
 * @param timeout milliseconds
 * @throws the reason of the signal when it aborts
 * @throws {UnusableDatabase} when the lock is not free within the timeout
 */
export async function lockForImport(
  path: string,
  signal?: AbortSignal,
  timeout = Number.POSITIVE_INFINITY,
): Promise<SqliteConnection> {
  for (let waited = 0; ; waited += PAUSE) {
    const lock = tryLock(`${realpathSync(path)}.import-lock`);
    if (lock) return lock;
    if (waited >= timeout) throw importTakesTooLong();
    await setTimeout(PAUSE);
    signal?.throwIfAborted();
  }
}

/**
 * Tries to take the lock of a file beside the database; returns undefined while another process has it. SQLite holds it, and
 * the system releases it when the process ends, however that ends. The file stays: to delete it would let two processes lock
 * two files.
 *
 * @throws {UnusableDatabase} when the file is damaged
 */
function tryLock(file: string): SqliteConnection | undefined {
  // Only once: to close a file releases all locks that the process has on it.
  if (!existsSync(file)) createFile(file);
  const lock = new DatabaseSync(file);
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (errorName(error) === 'SQLITE_BUSY') return undefined;
    if (errorName(error) !== 'SQLITE_NOTADB') throw error;
    const next = 'delete this file while nothing uses the database';
    throw new UnusableDatabase(`the lock ${file} is damaged`, next, error);
  }
}

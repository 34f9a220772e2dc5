import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '../make-folder.js';
import { UnusableDatabase } from '../unusable-database.js';
import { DatabaseSync, errorName, type SqliteConnection } from './driver.js';

/** Creates an empty file and its folders for the owner only; SQLite gives its side files the same mode. */
export function createFile(path: string): void {
  makeFolder(dirname(resolve(path)));
  closeSync(openSync(path, 'a', 0o600));
}

/** @throws {UnusableDatabase} when another server has the lock */
export function lockForServer(path: string): SqliteConnection {
  const lock = tryLock(`${realpathSync(path)}.lock`);
  if (lock) return lock;
  const next = 'stop it first; several servers share a PostgreSQL database (docs/host/instances.md)';
  throw new UnusableDatabase(`another server uses the database ${path}`, next);
}

/** Returns undefined while another process has the lock. The file stays: deleting it would let two processes lock two files. */
export function tryLock(file: string): SqliteConnection | undefined {
  // Only once: closing a file releases all locks that the process has on it.
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

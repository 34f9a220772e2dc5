import { existsSync, realpathSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { SessionOptions } from '../stage/session.js';
import { DatabaseSync, errorName, type SqliteConnection } from './engine.js';
import { createFile } from './file.js';

/** Milliseconds between two attempts. */
const PAUSE = 200;

/**
 * Waits until no other import uses a database, and takes the lock for it, on a file beside it. SQLite holds the lock, and the
 * system releases it when the process ends, however that ends. The file stays, like that of the server.
 *
 * @throws the reason of the signal when it aborts
 */
export async function lockForImport(path: string, { signal, onWait }: SessionOptions): Promise<SqliteConnection> {
  const file = `${realpathSync(path)}.import-lock`;
  if (!existsSync(file)) createFile(file);
  const lock = new DatabaseSync(file);
  try {
    for (let attempt = 0; !tryLock(lock); attempt += 1) {
      if (attempt === 0) onWait?.();
      await setTimeout(PAUSE);
      signal?.throwIfAborted();
    }
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

function tryLock(lock: SqliteConnection): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if (errorName(error) === 'SQLITE_BUSY') return false;
    throw error;
  }
}

import { UnusableDatabase } from '../unusable-database.js';
import { DatabaseSync, type SqliteConnection, sqliteErrorName } from './driver.js';
import { findDamage, refuseEmptyFile, refuseForeignLog, unusable } from './unusable.js';

/**
 * Copies a consistent snapshot of a database while others read and write it, and checks the copy. It does not migrate the
 * tables: a backup is what one wants before a migration.
 *
 * @param target an empty or new file
 * @throws {UnusableDatabase} when the database cannot be read, or the copy cannot be written or is damaged
 */
export function backupSqlite(path: string, target: string): void {
  refuseEmptyFile(path);
  refuseForeignLog(path);
  const source = open(path, path, true);
  try {
    source.prepare('vacuum into ?').run(target);
  } catch (error) {
    throw sqliteErrorName(error) === 'SQLITE_FULL'
      ? new UnusableDatabase('the disk is full', 'free some space, or choose another disk', error)
      : unusable(path, error);
  } finally {
    source.close();
  }
  // Opened for writing, although nothing is written: otherwise SQLite does not check CHECK constraints.
  const copy = open(target, path, false);
  try {
    const damage = findDamage(copy);
    if (damage !== undefined) {
      const next = 'check the database with svcapi doctor';
      throw new UnusableDatabase(`the copy of ${path} is damaged (${damage})`, next);
    }
  } finally {
    copy.close();
  }
}

function open(file: string, path: string, readOnly: boolean): SqliteConnection {
  let database: SqliteConnection | undefined;
  try {
    database = new DatabaseSync(file, { readOnly });
    // A process that crashed leaves a log behind, which one process at a time recovers.
    database.exec('pragma busy_timeout = 5000');
    return database;
  } catch (error) {
    database?.close();
    throw unusable(path, error);
  }
}

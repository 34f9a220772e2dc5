import { UnusableDatabase } from '../unusable-database.js';
import { DatabaseSync, sqliteErrorName } from './driver.js';
import { findDamage, refuseEmptyFile, refuseForeignLog, unusable } from './unusable.js';

/**
 * Copies a consistent snapshot of a database while others read and write it, and checks the copy. It does not migrate the
 * tables: a backup is what one wants before a migration.
 *
 * @param target an empty or new file
 * @throws {UnusableDatabase} when the database cannot be read, or the copy cannot be written or is damaged
 */
export function backupSqlite(path: string, target: string): void {
  try {
    refuseEmptyFile(path);
    refuseForeignLog(path);
    // A process that crashed leaves a log behind, which one process at a time recovers.
    const source = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    try {
      source.prepare('vacuum into ?').run(target);
    } finally {
      source.close();
    }
    // Opened for writing, although nothing is written: otherwise SQLite does not check CHECK constraints.
    const copy = new DatabaseSync(target);
    const damage = findDamage(copy);
    copy.close();
    if (damage === undefined) return;
    throw new UnusableDatabase(`the copy of ${path} is damaged (${damage})`, 'check the database with svcapi doctor');
  } catch (error) {
    throw sqliteErrorName(error) === 'SQLITE_FULL'
      ? new UnusableDatabase('the disk is full', 'free some space, or choose another disk', error)
      : unusable(path, error);
  }
}

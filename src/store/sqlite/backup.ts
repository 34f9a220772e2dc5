import { UnusableDatabase } from '../unusable-database.js';
import { DatabaseSync, sqliteErrorName } from './driver.js';
import { findDamage, refuseEmptyFile, refuseForeignLog, unusable } from './unusable.js';

/** Copies a snapshot to an empty or new file without migrating it, and checks it. Throws UnusableDatabase if that fails. */
export function backupSqlite(path: string, target: string): void {
  try {
    refuseEmptyFile(path);
    refuseForeignLog(path);
    // A crashed process leaves a log, which one process at a time recovers.
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

import { accessSync, constants } from 'node:fs';
import { type Inspection, inspectTables } from '../inspection.js';
import { UnusableDatabase } from '../unusable-database.js';
import { DatabaseSync, type SqliteConnection, sqliteErrorName } from './driver.js';
import { findDamage, refuseEmptyFile, refuseForeignLog, unusable } from './unusable.js';

/** Inspects a file without writing to it, even beside a server. Throws UnusableDatabase if this user cannot use the file. */
export async function inspectSqlite(path: string): Promise<Inspection> {
  let database: SqliteConnection | undefined;
  try {
    refuseEmptyFile(path);
    refuseForeignLog(path);
    accessSync(path, constants.W_OK);
    database = new DatabaseSync(path, { readOnly: true });
    // A server has the lock for some milliseconds at a time, an import for longer.
    database.exec('pragma busy_timeout = 5000');
    const all = (query: string) => database?.prepare(query).all();
    const damage = findDamage(database);
    if (damage !== undefined) return { damage, missing: [], unknown: [] };
    const hasTables = all("select 1 from sqlite_master where name = 'kysely_migration'")?.length === 1;
    return await inspectTables(all, hasTables);
  } catch (error) {
    throw unusable(path, error);
  } finally {
    database?.close();
  }
}

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

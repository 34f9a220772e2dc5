import { accessSync, constants } from 'node:fs';
import { type Inspection, inspectTables } from '../inspection.js';
import { UnusableDatabase } from '../unusable-database.js';
import { DatabaseSync, type SqliteConnection, sqliteErrorName } from './driver.js';
import { findDamage, refuseEmptyFile, refuseForeignLog, unusable } from './unusable.js';

/** Inspects a file without writing to it, even beside a server. Throws UnusableDatabase if this user cannot use the file. */
export async function inspectSqlite(path: string, now: number): Promise<Inspection> {
  let database: SqliteConnection | undefined;
  try {
    refuseEmptyFile(path);
    refuseForeignLog(path);
    accessSync(path, constants.W_OK);
    database = new DatabaseSync(path, { readOnly: true });
    // A server has the lock for some milliseconds at a time, an import for longer.
    database.exec('pragma busy_timeout = 5000');
    const all = (query: string) => database?.prepare(query).all() as Record<string, unknown>[];
    const only = (query: string) => Object.values(all(query)[0] ?? {})[0];
    const mode = only('pragma journal_mode');
    const next = 'start the server, which changes it; a network disk does not allow it: move the file to a local disk';
    const found = {
      damage: findDamage(database),
      encoding: String(only('pragma encoding')).replace('-', ''),
      unsafe: mode === 'wal' ? [] : [{ finding: `${path} has the journal mode “${mode}”, without a log`, next }],
    };
    if (found.damage !== undefined) return { ...found, missing: [], unknown: [], expiring: 0 };
    const hasTables = only("select count(*) from sqlite_master where name = 'kysely_migration'") === 1;
    return { ...found, ...(await inspectTables(all, hasTables, now)) };
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
    try {
      const damage = findDamage(copy);
      if (damage === undefined) return;
      throw new UnusableDatabase(`the copy of ${path} is damaged (${damage})`, 'check the database with svcapi doctor');
    } finally {
      copy.close();
    }
  } catch (error) {
    throw sqliteErrorName(error) === 'SQLITE_FULL'
      ? new UnusableDatabase('the disk is full', 'free some space, or choose another disk', error)
      : unusable(path, error);
  }
}

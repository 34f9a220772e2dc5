import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { UnusableDatabase } from '../unusable-database.js';
import { unusable } from './open.js';

/**
 * Copies a database as it is at one moment, while others read and write it, and checks the copy. The tables are neither
 * looked into nor brought up to date: a backup is what one wants to have before that.
 *
 * @param target a file that is empty or not there yet
 * @throws {UnusableDatabase} when the database cannot be read, or the copy cannot be written or is damaged
 */
export function backupSqlite(path: string, target: string): void {
  const source = open(path, path, true);
  try {
    source.prepare('vacuum into ?').run(target);
  } catch (error) {
    throw isFull(error)
      ? new UnusableDatabase('the disk is full; make room on it, or choose another one', error)
      : unusable(path, error);
  } finally {
    source.close();
  }
  // Opened to be written to, although nothing is: SQLite does not look at CHECK constraints otherwise.
  const copy = open(target, path, false);
  try {
    checkForDamage(copy, path);
  } finally {
    copy.close();
  }
}

function open(file: string, path: string, readOnly: boolean): DatabaseSyncInstance {
  let database: DatabaseSyncInstance | undefined;
  try {
    database = new DatabaseSync(file, { readOnly });
    // Whoever has just crashed leaves a log behind, which one process at a time puts right.
    database.exec('pragma busy_timeout = 5000');
    return database;
  } catch (error) {
    database?.close();
    throw unusable(path, error);
  }
}

function checkForDamage(copy: DatabaseSyncInstance, path: string): void {
  const { quick_check: result } = copy.prepare('pragma quick_check(1)').get() as { quick_check: string };
  if (result === 'ok') return;
  throw new UnusableDatabase(
    `the copy of ${path} is damaged (${result}); look at the database with svcapi serve, which checks it`,
  );
}

function isFull(error: unknown): boolean {
  return error instanceof Error && (error as { sqliteCodeName?: string }).sqliteCodeName === 'SQLITE_FULL';
}

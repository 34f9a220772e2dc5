import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { unavailable } from '../../domain/failure.js';
import { makeFolder } from '../make-folder.js';
import { ReplacedDatabase, UnusableDatabase } from '../unusable-database.js';
import type { SqliteConnection } from './engine.js';

/** Creates an empty file for its owner only, with its folders; SQLite gives its side files the same mode. */
export function createFile(path: string): void {
  makeFolder(dirname(resolve(path)));
  closeSync(openSync(path, 'a', 0o600));
}

/** Returns the path of the mark beside a file whose tables are still to be created: an empty one is no failed copy then. */
const markOf = (path: string) => `${path}.creating`;

/** Creates the file of a new database, with the mark, which comes first. */
export function beginFile(path: string): void {
  createFile(markOf(path));
  createFile(path);
}

/** Returns true if there is no file, or only one whose creation was cut off before SQLite wrote to it. */
export function isNewFile(path: string): boolean {
  // In this order: another process removes the mark when the file is no longer empty.
  if (!existsSync(path)) return true;
  if (existsSync(markOf(path))) return statSync(path).size === 0;
  refuseEmptyFile(path);
  return false;
}

/** Removes the mark from a file that has tables. */
export function completeFile(path: string): void {
  rmSync(markOf(path), { force: true });
}

/** Removes what is left of a new file that could not be created: an empty file and its mark. */
export function abandonFile(path: string): void {
  if (!existsSync(markOf(path))) return;
  const isEmpty = !existsSync(path) || statSync(path).size === 0;
  if (isEmpty) for (const end of ['-wal', '-shm', '-journal', '']) rmSync(path + end, { force: true });
  completeFile(path);
}

/**
 * Refuses a file of zero bytes. SQLite would make a new database of it, but a copy that failed leaves such a file too.
 *
 * @throws {UnusableDatabase}
 */
export function refuseEmptyFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.size !== 0) return;
  throw new UnusableDatabase(
    `the database ${path} is an empty file`,
    'restore a backup (svcapi backup --help), or remove the file to begin with a new database',
  );
}

/** The value of bytes 18 and 19 of a file whose changes go to a write-ahead log (https://www.sqlite.org/fileformat.html). */
const WITH_LOG = 2;

/**
 * Refuses a write-ahead log that belongs to another file: SQLite would replay it over a backup that was moved into place.
 *
 * @throws {UnusableDatabase}
 */
export function refuseForeignLog(path: string): void {
  const log = `${path}-wal`;
  if (!statSync(log, { throwIfNoEntry: false })?.size || !existsSync(path)) return;
  const header = Buffer.alloc(20);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  if (header[18] === WITH_LOG && header[19] === WITH_LOG) return;
  throw new UnusableDatabase(
    `${log} does not belong to the database ${path}: it is left from the file that was there before`,
    `if ${path} is a restored backup, delete ${log} and ${path}-shm; otherwise put back the file that they belong to`,
  );
}

/**
 * Watches for the loss of an open file: one that is deleted or replaced takes what is written to it, and loses it.
 *
 * @returns a function that throws the failure `unavailable` when the path no longer leads to the same file
 */
export function watchFile(path: string): () => void {
  const identity = () => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  };
  const opened = identity();
  return () => {
    const found = identity();
    if (found === opened) return;
    const problem = `the database ${path} was deleted or replaced while in use`;
    const cause = found
      ? new ReplacedDatabase(path)
      : new UnusableDatabase(problem, 'restore it, and start svcapi again');
    throw unavailable({ retry_after: 10, cause });
  };
}

/**
 * Checks a database file.
 *
 * @throws {UnusableDatabase} when it is damaged
 */
export function checkForDamage(database: SqliteConnection, path: string): void {
  if (findDamage(database) === undefined) return;
  throw new UnusableDatabase(`the database ${path} is damaged`, 'restore a backup (svcapi backup --help)');
}

/** Returns the first damage in a database, if there is any. */
export function findDamage(database: SqliteConnection): string | undefined {
  const { quick_check: result } = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
  return result === 'ok' ? undefined : result;
}

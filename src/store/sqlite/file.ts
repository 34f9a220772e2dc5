import { closeSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Failure } from '../../domain/failure.js';
import { makeFolder } from '../make-folder.js';
import { UnusableDatabase } from '../unusable-database.js';

/** Creates an empty file for its owner only, with its folders; SQLite gives its side files the same mode. */
export function createFile(path: string): void {
  makeFolder(dirname(resolve(path)));
  closeSync(openSync(path, 'a', 0o600));
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
    'restore it from a backup, or remove the file to begin with a new database',
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
    if (identity() === opened) return;
    const cause = new Error(
      `the database ${path} was deleted or replaced while in use; restore it, and start svcapi again`,
    );
    throw new Failure('unavailable', undefined, { retry_after: 10 }, cause);
  };
}

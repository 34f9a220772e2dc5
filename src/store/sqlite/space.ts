import { statSync } from 'node:fs';
import type { Space } from '../store.js';
import { UnusableDatabase } from '../unusable-database.js';
import { connect, readPragma } from './connect.js';
import type { SqliteConnection } from './engine.js';
import { refuseEmptyFile } from './file.js';
import { lockForServer } from './locks.js';
import { translate } from './preparing-database.js';
import { unusable } from './unusable.js';

/** The value of `auto_vacuum` with which a file can give pages back, a few at a time. */
const INCREMENTAL = 2;

/** Lets the copies of a connection give pages back, also where the file cannot; a file that can is not written to. */
export function makeCopyShrinkable(database: SqliteConnection): void {
  if (readPragma(database, 'auto_vacuum') !== INCREMENTAL) database.exec('pragma auto_vacuum = incremental');
}

/**
 * Returns what there is to know about the free pages of a database file, and gives them back.
 *
 * @param alone runs work while no query and no transaction of this process uses the connection
 */
export function space(database: SqliteConnection, alone: <T>(work: () => T) => Promise<T>): Space {
  const canShrink = () => readPragma(database, 'auto_vacuum') === INCREMENTAL;

  return {
    free: () =>
      alone(() => ({
        bytes: readPragma(database, 'freelist_count') * readPragma(database, 'page_size'),
        canShrink: canShrink(),
      })),

    giveBack: (most) =>
      alone(() => {
        const before = readPragma(database, 'freelist_count');
        if (before === 0 || !canShrink()) return 0;
        try {
          database.exec(`pragma incremental_vacuum(${Math.trunc(most)})`);
        } catch (error) {
          throw translate(error);
        }
        return before - readPragma(database, 'freelist_count');
      }),
  };
}

/**
 * Rewrites a database file without its free pages, so that it can give pages back from now on. It takes as much room on the disk
 * once more, and no server may use the file meanwhile.
 *
 * @returns the number of bytes by which the file is smaller
 * @throws {UnusableDatabase} when a server uses it, or it cannot be rewritten
 */
export function rewriteFile(path: string): number {
  const before = sizeOf(path);
  const lock = lockForServer(path);
  let database: SqliteConnection | undefined;
  try {
    database = connect(path);
    // A command may be writing.
    database.exec('pragma busy_timeout = 5000');
    database.exec('pragma auto_vacuum = incremental; vacuum; pragma wal_checkpoint(truncate)');
    return before - sizeOf(path);
  } catch (error) {
    throw unusable(path, error);
  } finally {
    database?.close();
    lock.close();
  }
}

function sizeOf(path: string): number {
  refuseEmptyFile(path);
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) throw new UnusableDatabase(`there is no database ${path}`, 'name another with --database');
  return file.size;
}

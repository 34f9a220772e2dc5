import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { Failure } from '../../domain/failure.js';
import { UnusableDatabase } from '../unusable-database.js';
import { errorName, type SqliteConnection } from './driver.js';

type Reason = (path: string) => [problem: string, next: string];

const cannotWrite: Reason = (path) => [
  `cannot write to the database ${path}: permission denied`,
  'run as its owner, or choose another --database',
];

const cannotOpen: Reason = (path) => [
  `cannot open the database ${path}`,
  'name a file in a folder with --database, and check its permissions',
];

/** A log that cannot be emptied has rows that the database lacks. */
const keepLog = (path: string) =>
  existsSync(`${path}-wal`)
    ? `, and keep ${path}-wal if it is still there: its rows move to the database with the next command`
    : '';

/** A failed creation leaves an empty file and its mark. */
const removeNew = (path: string) =>
  existsSync(`${path}.creating`)
    ? `, and run the command again: it completes ${path} and removes ${path}.creating`
    : '';

const reasons: Record<string, Reason> = {
  SQLITE_CANTOPEN: cannotOpen,
  SQLITE_NOTADB: (path) => [`${path} is not a SQLite database`, 'choose another --database'],
  SQLITE_CORRUPT: (path) => [`the database ${path} is damaged`, 'restore a backup (svcapi backup --help)'],
  SQLITE_READONLY: cannotWrite,
  SQLITE_FULL: (path) => [
    `cannot write to the database ${path}: the disk is full`,
    `free some space${keepLog(path)}${removeNew(path)}`,
  ],
  // A full disk has no room for the shared memory of the log; SQLite reports that as an input/output error.
  SQLITE_IOERR: (path) => [`cannot read the database ${path}: input/output error`, 'check the disk and its free space'],
  SQLITE_BUSY: (path) => [`another process is writing to the database ${path}`, 'try again when it has finished'],
  EACCES: cannotWrite,
  ENOENT: cannotOpen,
  EROFS: (path) => [`cannot write to the database ${path}: its disk is read-only`, 'choose another --database'],
  ENOTDIR: cannotOpen,
  EEXIST: cannotOpen,
};

/** Explains an error of the file or of SQLite as an `UnusableDatabase`; returns any other error as it is. */
export function unusable(path: string, error: unknown): unknown {
  const cause = error instanceof Failure ? error.cause : error;
  if (cause instanceof UnusableDatabase) return cause;
  // SQLite reports an input/output error for a folder on Linux.
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const reason = isFolder ? cannotOpen : reasons[errorName(cause) ?? ''];
  return reason === undefined ? error : new UnusableDatabase(...reason(path), cause);
}

/** Refuses a file of zero bytes: SQLite would create a database in what may be a failed copy. */
export function refuseEmptyFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  // A folder has no bytes on Windows.
  if (!found?.isFile() || found.size > 0) return;
  throw new UnusableDatabase(
    `the database ${path} is an empty file`,
    'restore a backup (svcapi backup --help), or remove the file to begin with a new database',
  );
}

/** The value of bytes 18 and 19 of a file in WAL mode (https://www.sqlite.org/fileformat.html). */
const WITH_LOG = 2;

/** Refuses a log of another file: SQLite would replay it over a backup that was moved into place. */
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
    `if ${path} is a restored backup, remove ${log} and ${path}-shm; otherwise put back the file that they belong to`,
  );
}

export function findDamage(database: SqliteConnection): string | undefined {
  let result: unknown;
  database.function('found_damage', (text: unknown) => {
    result = text;
    return null;
  });
  // Not prepared: until a statement is collected, Windows neither renames nor removes the closed file.
  database.exec('select found_damage(quick_check) from (select quick_check from pragma_quick_check limit 1)');
  return result === 'ok' ? undefined : String(result);
}

import { createRequire } from 'node:module';
import { versions } from 'node:process';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

/** A connection to a database file, or to a database in memory. */
export type SqliteConnection = DatabaseSyncInstance;

/** A prepared statement of a connection. */
export type SqliteStatement = StatementSyncInstance;

/** The parts of `node:sqlite` that the store uses, which the package has too. */
type Engine = Pick<typeof import('@photostructure/sqlite'), 'DatabaseSync'>;

/**
 * Returns true for a release of Node.js whose own SQLite is a release candidate or stable: 24.15, and 25.7. On older ones
 * it is an experiment, and says so on standard error.
 *
 * @param version like `24.15.0`
 */
export function hasSqlite(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 25 || (major === 25 && minor >= 7) || (major === 24 && minor >= 15);
}

// One of the two is loaded: the package has native code.
const require = createRequire(`${import.meta.dirname}/`);

/** The module with which a thread opens connections of its own. */
export const ENGINE = hasSqlite(versions.node) ? 'node:sqlite' : require.resolve('@photostructure/sqlite');

const engine = require(ENGINE) as Engine;

/** Opens connections: the SQLite of Node.js where that is ready, and that of a package with the same API elsewhere. */
export const DatabaseSync = engine.DatabaseSync;

/**
 * The primary result codes that are not about the query, with their messages: the database is busy, gone, full or damaged
 * (https://sqlite.org/rescode.html).
 */
const codes: Partial<Record<number, [name: string, message: string]>> = {
  5: ['SQLITE_BUSY', 'database is locked'],
  6: ['SQLITE_LOCKED', 'database table is locked'],
  8: ['SQLITE_READONLY', 'attempt to write a readonly database'],
  10: ['SQLITE_IOERR', 'disk I/O error'],
  11: ['SQLITE_CORRUPT', 'database disk image is malformed'],
  13: ['SQLITE_FULL', 'database or disk is full'],
  14: ['SQLITE_CANTOPEN', 'unable to open database file'],
  15: ['SQLITE_PROTOCOL', 'locking protocol'],
  26: ['SQLITE_NOTADB', 'file is not a database'],
};

const names = new Map(Object.values(codes).map((code) => [code?.[1], code?.[0]]));

/** Returns the name of an error of SQLite that is not about the query, such as `SQLITE_BUSY`; undefined for any other. */
export function sqliteErrorName(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, code } = error as { errcode?: number; code?: string };
  // The lower eight bits of an extended code are the primary one. The package gives none for statements that return rows.
  if (errcode !== undefined) return codes[errcode & 0xff]?.[0];
  return code === 'ERR_SQLITE_ERROR' ? names.get(error.message) : undefined;
}

/** Returns the name of such an error, or of one of the operating system: `SQLITE_BUSY`, `EACCES`. */
export function errorName(error: unknown): string | undefined {
  return sqliteErrorName(error) ?? (error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined);
}

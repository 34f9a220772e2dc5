import { createRequire } from 'node:module';
import { versions } from 'node:process';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { Failure, unavailable } from '../../domain/failure.js';
import { Conflict } from '../commits.js';

/** A connection to a database file, or to a database in memory. */
export type SqliteConnection = DatabaseSyncInstance;

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

/** The SQLite of Node.js where that is ready, and that of a package with the same API elsewhere, which has native code. */
const engine = hasSqlite(versions.node) ? 'node:sqlite' : '@photostructure/sqlite';
export const { DatabaseSync } = createRequire(`${import.meta.dirname}/`)(
  engine,
) as typeof import('@photostructure/sqlite');

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

/** Returns the name of an error of SQLite that is not about the query, such as `SQLITE_BUSY`; undefined for any other. */
export function sqliteErrorName(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, code } = error as { errcode?: number; code?: string };
  // The lower eight bits of an extended code are the primary one. The package gives none for statements that return rows.
  if (errcode !== undefined) return codes[errcode & 0xff]?.[0];
  if (code !== 'ERR_SQLITE_ERROR') return undefined;
  return Object.values(codes).find((known) => known?.[1] === error.message)?.[0];
}

/** Returns the name of such an error, or of one of the operating system: `SQLITE_BUSY`, `EACCES`. */
export function errorName(error: unknown): string | undefined {
  return sqliteErrorName(error) ?? (error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined);
}

/** Translates an error of the database into a failure; returns errors of the query itself as they are. */
export function translate(error: unknown): unknown {
  return sqliteErrorName(error) === undefined ? error : unavailable({ retry_after: 1, cause: error });
}

/**
 * A longer busy timeout would stall the whole event loop, since the calls are synchronous. It comes first: the change to WAL needs
 * a lock too, which another process holds for a moment when it closes the database.
 */
const PATIENCE = 'pragma busy_timeout = 100';

/** Lets a database give pages back. Only a new file takes this setting, before its first page is written. */
const SHRINKABLE = 'pragma auto_vacuum = incremental';

/** FULL keeps a transaction that was acknowledged: NORMAL loses the last ones in a power cut. Deleted rows are overwritten. */
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma trusted_schema = off;
  pragma secure_delete = on;
  pragma cache_size = -65536;
`;

/** Opens a connection that keeps what it acknowledges. */
export function connect(path: string): SqliteConnection {
  const database = new DatabaseSync(path);
  try {
    database.exec(PATIENCE);
    if (readPragma(database, 'page_count') === 0) database.exec(SHRINKABLE);
    database.exec(SETTINGS);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns the value of a pragma that is a number. */
export function readPragma(database: SqliteConnection, name: string): number {
  return Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]);
}

/**
 * Creates the dialect with which Kysely uses a connection.
 *
 * @param checkFile throws when the file was lost; called after every commit, so that a lost one is not acknowledged
 * @param onChange called after every statement that can change something, commits among them
 */
export function dialect(database: SqliteConnection, checkFile: () => void, onChange: () => void = () => {}): Dialect {
  return {
    createDriver: () => new FileDriver(database, new Statements(database, onChange), checkFile),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Maximum prepared statements that are kept; this program has some dozens of queries. */
const MAX_STATEMENTS = 200;

/** A statement that certainly only reads. */
const ONLY_READS = /^\s*(?:select|pragma)\b/i;

/** A connection as Kysely expects it, with statements that stay prepared and errors in the words of the store. */
export class Statements implements SqliteDatabase {
  readonly #database: SqliteConnection;
  readonly #onChange: () => void;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: SqliteConnection, onChange: () => void) {
    this.#database = database;
    this.#onChange = onChange;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const compiled = translated(() => this.#database.prepare(sql));
    const names = compiled.columns().map(({ name }) => name);
    // Rows as arrays, of which objects are made: the objects of the package take twice as long.
    compiled.setReturnArrays(true);
    const onEnd = ONLY_READS.test(sql) ? () => {} : this.#onChange;
    const statement: SqliteStatement = {
      reader: names.length > 0,
      all: (parameters) =>
        translated(() => (compiled.all(...parameters) as unknown[][]).map((row) => toObject(names, row)), onEnd),
      run: (parameters) => translated(() => compiled.run(...parameters), onEnd),
      iterate() {
        throw new Error('Rows are read in pages.');
      },
    };
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

/** Does what calls SQLite, and translates its error. */
export function translated<T>(work: () => T, onEnd = () => {}): T {
  try {
    return work();
  } catch (error) {
    throw translate(error);
  } finally {
    onEnd();
  }
}

function toObject(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < values.length; index += 1) row[names[index] as string] = values[index];
  return row;
}

/**
 * A driver whose transactions begin with the write lock, so that none fails half-way for lack of it. Where another process has
 * it, they fail at once (`repeat` waits), and the event loop continues. Read-only transactions take no lock.
 */
class FileDriver extends SqliteDriver {
  readonly #database: SqliteConnection;
  readonly #checkFile: () => void;

  constructor(database: SqliteConnection, statements: Statements, checkFile: () => void) {
    super({ database: statements });
    this.#database = database;
    this.#checkFile = checkFile;
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode === 'read only') return super.beginTransaction(connection);
    this.#database.exec('pragma busy_timeout = 0');
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    } catch (error) {
      const isBusy = error instanceof Failure && sqliteErrorName(error.cause) === 'SQLITE_BUSY';
      throw isBusy ? new Conflict(error.cause) : error;
    } finally {
      this.#database.exec(PATIENCE);
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#checkFile();
  }

  /** Rolls back unless SQLite has done so, as it does on a full disk: a second rollback would hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

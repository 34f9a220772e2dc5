import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { DatabaseConnection, Dialect, SqliteDatabase, SqliteStatement, TransactionSettings } from 'kysely';
import { CompiledQuery, SqliteAdapter, SqliteDriver, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { Failure, unavailable } from '../../domain/failure.js';
import { Conflict } from '../commits.js';
import type { ReadsAtOnce } from '../queries/statement.js';
import { ReplacedDatabase, UnusableDatabase } from '../unusable-database.js';

export type SqliteConnection = DatabaseSyncInstance;

/** Returns true if a Node.js release, such as `24.15.0`, has node:sqlite without the warning that it is experimental. */
export function hasSqlite(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 25 || (major === 25 && minor >= 7) || (major === 24 && minor >= 15);
}

/** The SQLite of Node.js or, on older releases, of a native package with the same API. */
const engine = hasSqlite(process.versions.node) ? 'node:sqlite' : '@photostructure/sqlite';
export const { DatabaseSync } = createRequire(`${import.meta.dirname}/`)(
  engine,
) as typeof import('@photostructure/sqlite');

/** Primary result codes of a busy, missing, full or damaged database, with messages (https://sqlite.org/rescode.html). */
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

/** Returns the name of a primary result code, such as `SQLITE_BUSY`; undefined for an error of the query itself. */
export function sqliteErrorName(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, code } = error as { errcode?: number; code?: string };
  // The lower eight bits of an extended code are the primary one. The package gives none for statements that return rows.
  if (errcode !== undefined) return codes[errcode & 0xff]?.[0];
  if (code !== 'ERR_SQLITE_ERROR') return undefined;
  return Object.values(codes).find((known) => known?.[1] === error.message)?.[0];
}

export function errorName(error: unknown): string | undefined {
  return sqliteErrorName(error) ?? (error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined);
}

/** Translates an error of the database into a failure; returns errors of the query itself as they are. */
export function translate(error: unknown): unknown {
  return sqliteErrorName(error) === undefined ? error : unavailable({ retry_after: 1, cause: error });
}

/** Comes first, since the change to WAL needs a lock. Calls are synchronous: a longer wait would stall the event loop. */
const PATIENCE = 'pragma busy_timeout = 100';

/** Takes effect only in a new file, before its first page is written. */
const SHRINKABLE = 'pragma auto_vacuum = incremental';

/** FULL, since NORMAL loses the last acknowledged transactions in a power cut. Deleted rows are overwritten. */
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma trusted_schema = off;
  pragma secure_delete = on;
  pragma cache_size = -65536;
`;

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

export function readPragma(database: SqliteConnection, name: string): number {
  return Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]);
}

/** Calls `checkFile`, which throws for a lost file, after every commit, and `onChange` after statements that may write. */
export function dialect(database: SqliteConnection, checkFile: () => void, onChange: () => void = () => {}): Dialect {
  const statements = new Statements(database, onChange);
  // Without the promises of an executor, which take longer than a short query; beside a transaction reads wait for its end.
  const readAtOnce: ReadsAtOnce['readAtOnce'] = (sql, parameters) =>
    database.isTransaction ? undefined : statements.prepare(sql).all(parameters);
  return {
    createDriver: () => new FileDriver(database, statements, checkFile),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => Object.assign(new SqliteAdapter(), { readAtOnce }),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

const MAX_STATEMENTS = 200;

const ONLY_READS = /^\s*(?:select|pragma)\b/i;

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
    const toRow = rowReader(names);
    // Rows as arrays, of which objects are made: the objects of the package take twice as long.
    compiled.setReturnArrays(true);
    const onEnd = ONLY_READS.test(sql) ? () => {} : this.#onChange;
    const statement: SqliteStatement = {
      reader: names.length > 0,
      all: (parameters) => translated(() => (compiled.all(...parameters) as unknown[][]).map(toRow), onEnd),
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

export function translated<T>(work: () => T, onEnd = () => {}): T {
  try {
    return work();
  } catch (error) {
    throw translate(error);
  } finally {
    onEnd();
  }
}

/** Returns a function with an object literal: V8 takes four times as long to set members by names in variables. */
function rowReader(names: readonly string[]): (row: unknown[]) => unknown {
  const members = names.map((name, index) => `${JSON.stringify(name)}: row[${index}]`);
  return new Function('row', `return { ${members.join(', ')} };`) as (row: unknown[]) => unknown;
}

/** Begins transactions with the write lock, so that none fails half-way. A busy lock fails at once, and `repeat` retries. */
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

  /** Skips the rollback after SQLite has done it, as on a full disk: a second one would hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Returns a function that throws `unavailable` once the path leads to another file: writes to a deleted file are lost. */
export function watchFile(path: string): () => void {
  const identity = () => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  };
  const opened = identity();
  const check = () => {
    const found = identity();
    if (found && found === opened) return;
    const Lost = found ? ReplacedDatabase : UnusableDatabase;
    const problem = `the database ${path} was deleted or replaced while in use`;
    throw unavailable({ retry_after: 10, cause: new Lost(problem, 'restore it, and start svcapi again') });
  };
  check();
  return check;
}

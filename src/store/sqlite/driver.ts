import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { Failure, unavailable } from '../../domain/failure.js';
import { Conflict } from '../commits.js';
import type { ReadsAtOnce } from '../queries/statement.js';
import { type SqliteStatement as Compiled, DatabaseSync, type SqliteConnection, sqliteErrorName } from './engine.js';

/** Maximum prepared statements that are kept; this program has some dozens of queries. */
const STATEMENTS = 200;

/**
 * A longer busy timeout would stall the whole event loop, since the calls are synchronous. It comes first: the change to WAL needs
 * a lock too, which another process holds for a moment when it closes the database.
 */
const PATIENCE = 'pragma busy_timeout = 100';

/** Transactions wait for the write lock between two attempts to begin, while the event loop continues. */
const NO_PATIENCE = 'pragma busy_timeout = 0';

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
 * Creates the dialect with which Kysely uses a connection of the embedded database.
 *
 * @param checkFile throws when the file was lost; called after every commit, so that a lost one is not acknowledged
 * @param onChange called after every statement that can change something, commits among them
 */
export function dialect(database: SqliteConnection, checkFile: () => void, onChange: () => void = () => {}): Dialect {
  const statements = new Statements(database, onChange);
  const driver = new SingleDriver(database, statements, checkFile);
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new ReusableCompiler(),
    createAdapter: () => new ReadingAdapter(statements, driver),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Translates an error of the database into a failure; returns errors of the query itself as they are. */
export function translate(error: unknown): unknown {
  if (sqliteErrorName(error) === undefined) return error;
  return unavailable({ retry_after: 1, cause: error });
}

/** A statement that certainly only reads. */
const ONLY_READS = /^\s*(?:select|pragma)\b/i;

interface Statement {
  compiled: Compiled;
  /** The names of its columns; none for a statement that returns no rows. */
  columns: string[];
  onlyReads: boolean;
}

/** The prepared statements of a connection. */
export class Statements implements DatabaseConnection {
  readonly #database: SqliteConnection;
  readonly #onChange: () => void;
  readonly #statements = new Map<string, Statement>();

  constructor(database: SqliteConnection, onChange: () => void) {
    this.#database = database;
    this.#onChange = onChange;
  }

  prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const compiled = this.#database.prepare(sql);
    compiled.setReturnArrays(true);
    const columns = compiled.columns().map(({ name }) => name);
    const statement = { compiled, columns, onlyReads: ONLY_READS.test(sql) };
    if (this.#statements.size >= STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Reads rows as arrays and makes objects of them: objects of the package take twice as long. */
  read(sql: string, parameters: readonly unknown[]): unknown[] {
    try {
      return toRows(this.prepare(sql), parameters);
    } catch (error) {
      throw translate(error);
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    let statement: Statement | undefined;
    try {
      statement = this.prepare(sql);
      if (statement.columns.length > 0) return { rows: toRows(statement, parameters) as R[] };
      const { changes, lastInsertRowid } = statement.compiled.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      throw translate(error);
    } finally {
      if (statement && !statement.onlyReads) this.#onChange();
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read in pages.');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

function toRows({ compiled, columns }: Statement, parameters: readonly unknown[]): Record<string, unknown>[] {
  return (compiled.all(...parameters) as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < values.length; at += 1) row[columns[at] as string] = values[at];
    return row;
  });
}

/** SQLite plans a query again for each value of a parameter that is its limit, but not for one within an expression. */
class ReusableCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit cast(');
    this.visitNode(limit);
    this.append(' as integer)');
  }
}

/** An adapter that reads without a turn at the connection while nobody has one. */
class ReadingAdapter extends SqliteAdapter implements ReadsAtOnce {
  readonly #statements: Statements;
  readonly #driver: SingleDriver;

  constructor(statements: Statements, driver: SingleDriver) {
    super();
    this.#statements = statements;
    this.#driver = driver;
  }

  readAtOnce(sql: string, parameters: readonly unknown[]): unknown[] | undefined {
    return this.#driver.isFree ? this.#statements.read(sql, parameters) : undefined;
  }
}

/**
 * A driver for one connection, which its users have one after the other. Transactions begin with the write lock, so that none fails
 * half-way for lack of it. Where another process has it, they fail at once (`repeat` waits). Read-only transactions take no lock.
 */
class SingleDriver implements Driver {
  readonly #database: SqliteConnection;
  readonly #statements: Statements;
  readonly #checkFile: () => void;
  /** Those who wait for the connection. */
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  constructor(database: SqliteConnection, statements: Statements, checkFile: () => void) {
    this.#database = database;
    this.#statements = statements;
    this.#checkFile = checkFile;
  }

  get isFree(): boolean {
    return !this.#isTaken;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return this.#statements;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }

  async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode === 'read only') return run(connection, 'begin');
    this.#database.exec(NO_PATIENCE);
    try {
      await run(connection, 'begin immediate');
    } catch (error) {
      throw error instanceof Failure && sqliteErrorName(error.cause) === 'SQLITE_BUSY'
        ? new Conflict(error.cause)
        : error;
    } finally {
      this.#database.exec(PATIENCE);
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await run(connection, 'commit');
    this.#checkFile();
  }

  /** Rolls back unless SQLite has done so, as it does on a full disk: a second rollback would hide the first error. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await run(connection, 'rollback');
  }

  async destroy(): Promise<void> {
    this.#statements.close();
  }
}

async function run(connection: DatabaseConnection, sql: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(sql));
}

/** The free pages that are given back at a time: few enough that no request waits. */
const PAGES = 100;

/** Gives some free pages of a database file back to the disk, and returns the bytes: call it again until that is 0. */
export function giveBack(database: SqliteConnection): number {
  const before = readPragma(database, 'freelist_count');
  if (before === 0) return 0;
  try {
    database.exec(`pragma incremental_vacuum(${PAGES})`);
  } catch (error) {
    throw translate(error);
  }
  return (before - readPragma(database, 'freelist_count')) * readPragma(database, 'page_size');
}

/**
 * Returns a function whose result differs after every commit: of its own connection, which calls `count`, and of other connections
 * and processes, which `pragma data_version` reports. https://www.sqlite.org/pragma.html#pragma_data_version
 */
export function countChanges(database: SqliteConnection): { count(): void; version(): string } {
  let own = 0;
  // Prepared by the first use: the database may be gone.
  let statement: Compiled | undefined;
  return {
    count() {
      own += 1;
    },
    version() {
      try {
        statement ??= database.prepare('pragma data_version');
        return `${own} ${Object.values(statement.get() as object)}`;
      } catch (error) {
        throw translate(error);
      }
    },
  };
}

import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { Failure } from '../../domain/failure.js';
import { WriteLockTaken } from '../write-lock.js';
import { NO_PATIENCE, PATIENCE } from './connect.js';
import {
  errorName,
  type SqliteStatement as PreparedStatement,
  type SqliteConnection,
  sqliteErrorName,
} from './engine.js';

/**
 * Creates the dialect with which Kysely uses a connection of the embedded database.
 *
 * @param checkFile throws when the file was lost; called after every commit, so that a lost one is not acknowledged
 * @param onChange called after every statement that can change something, commits among them
 */
export function dialect(database: SqliteConnection, checkFile: () => void, onChange: () => void = () => {}): Dialect {
  const config = { database: new PreparingDatabase(database, onChange) };
  const sqlite = new SqliteDialect(config);
  return {
    createDriver: () => new ImmediateDriver(config, database, checkFile),
    createQueryCompiler: () => sqlite.createQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (db) => sqlite.createIntrospector(db),
  };
}

/** An adapter that migrates in a transaction: a process that ends half-way would leave half of the tables otherwise. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * A driver whose transactions begin with the write lock, so that none fails half-way for lack of it. Where another process has
 * it, they fail at once (`withWriteLock` waits). Read-only transactions take no lock.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: SqliteConnection;
  readonly #checkFile: () => void;

  constructor(config: SqliteDialectConfig, database: SqliteConnection, checkFile: () => void) {
    super(config);
    this.#database = database;
    this.#checkFile = checkFile;
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode === 'read only') return void (await connection.executeQuery(CompiledQuery.raw('begin')));
    this.#database.exec(NO_PATIENCE);
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    } catch (error) {
      throw error instanceof Failure && errorName(error.cause) === 'SQLITE_BUSY'
        ? new WriteLockTaken(error.cause)
        : error;
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

/** Maximum prepared statements that are kept; this program has some dozens of queries. */
const STATEMENTS = 200;

/** The interface that Kysely expects of a SQLite database, which keeps its prepared statements. */
export class PreparingDatabase implements SqliteDatabase {
  readonly #database: SqliteConnection;
  readonly #onChange: () => void;
  readonly #statements = new Map<string, Statement>();

  constructor(database: SqliteConnection, onChange: () => void) {
    this.#database = database;
    this.#onChange = onChange;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known) return known;
    try {
      const statement = new Statement(this.#database.prepare(sql), ONLY_READS.test(sql) ? () => {} : this.#onChange);
      if (this.#statements.size >= STATEMENTS) this.#statements.clear();
      this.#statements.set(sql, statement);
      return statement;
    } catch (error) {
      throw translate(error);
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

/** A statement that certainly only reads. */
const ONLY_READS = /^\s*(?:select|pragma)\b/i;

/** A statement that reads rows as arrays and makes objects of them: objects of the package take twice as long. */
class Statement implements SqliteStatement {
  readonly #statement: PreparedStatement;
  readonly #onDone: () => void;
  readonly #columns: string[];
  readonly reader: boolean;

  constructor(statement: PreparedStatement, onDone: () => void) {
    this.#statement = statement;
    this.#onDone = onDone;
    this.#columns = statement.columns().map(({ name }) => name);
    this.reader = this.#columns.length > 0;
    statement.setReturnArrays(true);
  }

  all(parameters: readonly unknown[]): unknown[] {
    try {
      return (this.#statement.all(...parameters) as unknown[][]).map((values) => this.#toRow(values));
    } catch (error) {
      throw translate(error);
    } finally {
      this.#onDone();
    }
  }

  run(parameters: readonly unknown[]): { changes: number; lastInsertRowid: number | bigint } {
    try {
      return this.#statement.run(...parameters);
    } catch (error) {
      throw translate(error);
    } finally {
      this.#onDone();
    }
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    for (const values of this.#statement.iterate(...parameters)) yield this.#toRow(values as unknown[]);
  }

  #toRow(values: unknown[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < values.length; at += 1) row[this.#columns[at] as string] = values[at];
    return row;
  }
}

/** Translates an error of the database into a failure; returns errors of the query itself as they are. */
export function translate(error: unknown): unknown {
  if (sqliteErrorName(error) === undefined) return error;
  return new Failure('unavailable', undefined, { retry_after: 1 }, error);
}

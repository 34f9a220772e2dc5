import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type LimitNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { Failure } from '../../domain/failure.js';
import { Conflict } from '../conflict.js';
import type { ReadsAtOnce } from '../queries/statement.js';
import { NO_PATIENCE, PATIENCE } from './connect.js';
import { errorName, type SqliteConnection } from './engine.js';
import { PreparingDatabase } from './preparing-database.js';

/**
 * Creates the dialect with which Kysely uses a connection of the embedded database.
 *
 * @param checkFile throws when the file was lost; called after every commit, so that a lost one is not acknowledged
 * @param onChange called after every statement that can change something, commits among them
 */
export function dialect(database: SqliteConnection, checkFile: () => void, onChange: () => void = () => {}): Dialect {
  const prepared = new PreparingDatabase(database, onChange);
  const sqlite = new SqliteDialect({ database: prepared });
  const holders = { count: 0 };
  return {
    createDriver: () => new ImmediateDriver(prepared, holders, database, checkFile),
    createQueryCompiler: () => new ReusableCompiler(),
    createAdapter: () => new ReadingAdapter(prepared, holders),
    createIntrospector: (db) => sqlite.createIntrospector(db),
  };
}

/** Those who use the connection, or wait for it. */
interface Holders {
  count: number;
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
  readonly #database: PreparingDatabase;
  readonly #holders: Holders;

  constructor(database: PreparingDatabase, holders: Holders) {
    super();
    this.#database = database;
    this.#holders = holders;
  }

  readAtOnce(sql: string, parameters: readonly unknown[]): unknown[] | undefined {
    return this.#holders.count === 0 ? this.#database.prepare(sql).read(parameters) : undefined;
  }
}

/**
 * A driver whose transactions begin with the write lock, so that none fails half-way for lack of it. Where another process has
 * it, they fail at once (`repeat` waits). Read-only transactions take no lock.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #holders: Holders;
  readonly #database: SqliteConnection;
  readonly #checkFile: () => void;

  constructor(prepared: PreparingDatabase, holders: Holders, database: SqliteConnection, checkFile: () => void) {
    super({ database: prepared });
    this.#holders = holders;
    this.#database = database;
    this.#checkFile = checkFile;
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    this.#holders.count += 1;
    return super.acquireConnection();
  }

  override releaseConnection(): Promise<void> {
    this.#holders.count -= 1;
    return super.releaseConnection();
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode === 'read only') return void (await connection.executeQuery(CompiledQuery.raw('begin')));
    this.#database.exec(NO_PATIENCE);
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    } catch (error) {
      throw error instanceof Failure && errorName(error.cause) === 'SQLITE_BUSY' ? new Conflict(error.cause) : error;
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

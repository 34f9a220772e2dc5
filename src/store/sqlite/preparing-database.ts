import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { Failure } from '../../domain/failure.js';
import { type SqliteStatement as PreparedStatement, type SqliteConnection, sqliteErrorName } from './engine.js';

/** Maximum prepared statements that are kept; this program has some dozens of queries. */
const STATEMENTS = 200;

/**
 * The interface that Kysely expects of a SQLite database, which keeps its prepared statements; and a way to read without Kysely.
 */
export class PreparingDatabase implements SqliteDatabase {
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
    const statement = new Statement(this.#compile(sql), ONLY_READS.test(sql) ? () => {} : this.#onChange);
    if (this.#statements.size >= STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  #compile(sql: string): PreparedStatement {
    try {
      return this.#database.prepare(sql);
    } catch (error) {
      throw translate(error);
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

function toRow(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < values.length; at += 1) row[columns[at] as string] = values[at];
  return row;
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
      return this.read(parameters);
    } finally {
      this.#onDone();
    }
  }

  /** Reads as `all` does, and changes nothing. */
  read(parameters: readonly unknown[]): unknown[] {
    try {
      return (this.#statement.all(...parameters) as unknown[][]).map((values) => toRow(this.#columns, values));
    } catch (error) {
      throw translate(error);
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
    for (const values of this.#statement.iterate(...parameters)) yield toRow(this.#columns, values as unknown[]);
  }
}

/** Translates an error of the database into a failure; returns errors of the query itself as they are. */
export function translate(error: unknown): unknown {
  if (sqliteErrorName(error) === undefined) return error;
  return new Failure('unavailable', undefined, { retry_after: 1 }, error);
}

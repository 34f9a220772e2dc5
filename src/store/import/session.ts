import { setTimeout } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../queries/statement.js';
import type { Traits } from '../traits.js';
import { UnusableDatabase } from '../unusable-database.js';
import { type Columns, list } from './tables.js';

/** Rows as a part of a query: the text after `from` with the alias j, and its columns. */
export interface RowSource {
  from: string;
  column(name: string): string;
}

/** Rows of a temporary table that `write` can use without naming the table. */
export interface Piece extends RowSource {
  parameters: readonly unknown[];
}

export interface ImportSession {
  /** The current transaction, if there is one. Temporary tables belong to this connection, and end with it. */
  readonly db: Db;
  traits: Traits;
  types: Record<'integer' | 'text', string>;
  tableOptions: string;
  /** Returns a JSON list of objects, given as a parameter (`?`) or a column. */
  rowsOf(json: string, columns: Columns): RowSource;
  analyze(table: string): Promise<void>;
  /** Runs reads on one snapshot. */
  read<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a transaction that changes the galaxy. It can read the named temporary tables, but not change them. */
  write<T>(tables: readonly TempTable[], work: (db: Db) => Promise<T>): Promise<T>;
  pieces(table: TempTable): AsyncGenerator<Piece>;
  /** Pauses between two transactions, so that others can write. */
  rest(): Promise<void>;
  /** Returns true for a violated constraint, or a conflict with another transaction. */
  isRefusal(error: unknown): boolean;
}

/** A temporary table; its column `at` is the position of a record in the files. */
export interface TempTable {
  name: string;
  columns: Columns;
  key: readonly string[];
}

/** Opens a session for the work, then closes it. Sessions of all processes take turns. */
export type WithSession = <T>(options: SessionOptions, work: (session: ImportSession) => Promise<T>) => Promise<T>;

export interface SessionOptions {
  signal?: AbortSignal | undefined;
  onWait?: (() => void) | undefined;
  /** Maximum wait for the turn, in milliseconds. */
  timeout?: number | undefined;
}

/** Milliseconds between two attempts. */
const PAUSE = 200;

/** Milliseconds before a wait is reported: an import from a pipe takes a short turn each second. */
const MOMENT = 1000;

/** Waits for the imports of other processes. Throws UnusableDatabase after `timeout`, or the reason of the signal. */
export async function waitForTurn<Lock>(
  tryLock: () => Lock | undefined | Promise<Lock | undefined>,
  { signal, onWait, timeout = Number.POSITIVE_INFINITY }: SessionOptions,
): Promise<Lock> {
  for (let waited = 0; ; waited += PAUSE) {
    signal?.throwIfAborted();
    const lock = await tryLock();
    if (lock) return lock;
    if (waited >= timeout) {
      throw new UnusableDatabase(
        'another import has used the database for too long',
        'end it, then run this command again',
      );
    }
    if (waited === MOMENT) onWait?.();
    await setTimeout(PAUSE);
  }
}

export async function createTemp(db: Db, session: ImportSession, { name, columns, key }: TempTable): Promise<void> {
  const definitions = Object.entries(columns).map(([column, type]) => `${column} ${session.types[type]}`);
  await run(
    db,
    `create temp table ${name} (${definitions.join(', ')}, primary key (${list(key)})) ${session.tableOptions}`,
  );
}

/** Inserts a JSON list of objects, in place of rows with their keys. */
export async function insertJson(db: Db, session: ImportSession, table: TempTable, json: string): Promise<void> {
  const { name, columns, key } = table;
  const names = Object.keys(columns);
  const { from, column } = session.rowsOf('?', columns);
  await run(
    db,
    `insert into ${name} (${list(names)}) select ${names.map(column).join(', ')} from ${from} where true
    on conflict (${list(key)}) do update set ${names.map((each) => `${each} = excluded.${each}`).join(', ')}`,
    json,
  );
}

/** Executes a statement with `?` as parameters, and returns the number of changed rows. */
export async function run(db: Db, text: string, ...parameters: readonly unknown[]): Promise<number> {
  const { numAffectedRows } = await query(text, parameters).execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function all<Row>(db: Db, text: string, ...parameters: readonly unknown[]): Promise<Row[]> {
  return (await query(text, parameters).execute(db)).rows as Row[];
}

function query(text: string, parameters: readonly unknown[]): RawBuilder<unknown> {
  const parts = text.split('?').map((part) => sql.raw(part));
  return sql.join(
    parts.flatMap((part, index) => (index === 0 ? [part] : [sql`${parameters[index - 1]}`, part])),
    sql.raw(''),
  );
}

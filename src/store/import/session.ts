import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../model/index.js';

export type Db = Kysely<Tables>;

/** The columns of a table of an import by name, with their types. */
export type Columns = Readonly<Record<string, 'integer' | 'text'>>;

/** Rows as a part of a query: what follows `from`, the name of a column there, and the parameters of the text. */
export interface RowSource {
  from: string;
  column(name: string): string;
  parameters: readonly unknown[];
}

/** A connection on which files are compared with the galaxy, and the ways in which the two databases differ there. */
export interface ImportSession {
  /** Its temporary tables are seen by this connection alone, and end with it. It is that of a transaction while there is one. */
  readonly db: Db;
  types: Record<'integer' | 'text', string>;
  /** The options after the columns of a temporary table. */
  tableOptions: string;
  /** Returns the objects of a JSON list, which is a parameter (`?`) or a column, as rows with the alias j. */
  rowsOf(json: string, columns: Columns): Omit<RowSource, 'parameters'>;
  /** Tells the planner about a large temporary table. */
  analyze(table: string): Promise<void>;
  /** Runs reads of one snapshot. */
  read<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a transaction that changes the galaxy. It sees the named temporary tables, and cannot change them. */
  write<T>(tables: readonly TempTable[], work: (db: Db) => Promise<T>): Promise<T>;
  /** Yields the rows of a temporary table in pieces that `write` can use without naming the table. */
  pieces(table: TempTable): AsyncGenerator<RowSource>;
  /** Waits between two transactions, so that others can write. */
  rest(): Promise<void>;
  /** Returns true for the error of a row that breaks a rule of the database, or of a conflict with another transaction. */
  isRefusal(error: unknown): boolean;
}

/** A temporary table of an import; each has the column `at`, the place of a record. */
export interface TempTable {
  name: string;
  columns: Columns;
  key: readonly string[];
}

/** Opens a session, and closes it after the work. Sessions of all processes take turns. */
export type WithSession = <T>(options: SessionOptions, work: (session: ImportSession) => Promise<T>) => Promise<T>;

export interface SessionOptions {
  signal?: AbortSignal | undefined;
  /** Called when another session has its turn for longer than a moment. */
  onWait?: (() => void) | undefined;
  /** The longest wait for the turn, in milliseconds. */
  timeout?: number | undefined;
}

/** The wait that nobody notices, in milliseconds: an import from a pipe has a short turn each second. */
const MOMENT = 1000;

/** Waits for the turn of a session, and calls `onWait` if it does not come soon. */
export async function reportWait<T>(turn: Promise<T>, onWait: SessionOptions['onWait']): Promise<T> {
  const noticing = setTimeout(() => onWait?.(), MOMENT);
  try {
    return await turn;
  } finally {
    clearTimeout(noticing);
  }
}

/** The number of rows in a piece. */
const PIECE = 1000;

/** Yields the rows of a temporary table in the order of their places, in pieces, where the table can be read. */
export async function* piecesOf(db: Db, { name }: TempTable): AsyncGenerator<RowSource> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const [found] = await all<{ upto: number | null }>(
      db,
      `select max(at) as upto from (select at from ${name} where at > ? order by at limit ${PIECE}) as piece`,
      after,
    );
    if (found?.upto == null) return;
    const from = `(select * from ${name} where at > ? and at <= ?) as j`;
    yield { from, column: (column) => `j.${column}`, parameters: [after, found.upto] };
    after = found.upto;
  }
}

/** Executes a statement, and returns the number of rows that it has changed. Each `?` stands for a parameter. */
export async function run(db: Db, text: string, ...parameters: readonly unknown[]): Promise<number> {
  const { numAffectedRows } = await query(text, parameters).execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Executes a query, and returns its rows. */
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

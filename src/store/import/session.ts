import { setTimeout } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../queries/statement.js';
import type { Traits } from '../traits.js';
import { UnusableDatabase } from '../unusable-database.js';
import type { Columns } from './tables.js';

/** A connection with temporary tables, which end with it. */
export interface ImportSession {
  /** The current transaction, if there is one. */
  readonly db: Db;
  traits: Traits;
  types: Record<'integer' | 'text', string>;
  tableOptions: string;
  /** True if a transaction that writes keeps every other writer waiting. */
  writesAlone: boolean;
  /** Returns the part of a query after `from` for a JSON list of objects, a parameter (`?`) or a column, and its columns. */
  rowsOf(json: string, columns: Columns): { from: string; column(name: string): string };
  analyze(table: string): Promise<void>;
  /** Runs reads on one snapshot. */
  read<T>(work: () => Promise<T>): Promise<T>;
  /** Makes all changes of the work, or none. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Returns true for a violated constraint, or a conflict with another transaction. */
  isRefusal(error: unknown): boolean;
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
      const next = 'end it, then run this command again';
      throw new UnusableDatabase('another import has used the database for too long', next);
    }
    if (waited === MOMENT) onWait?.();
    await setTimeout(PAUSE);
  }
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

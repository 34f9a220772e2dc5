import type { Db } from '../queries/statement.js';
import type { Traits } from '../traits.js';

/** A connection with temporary tables, which end with it. */
export interface ImportSession {
  /** The current transaction, if there is one. */
  readonly db: Db;
  traits: Traits;
  /** The type of text columns. */
  text: string;
  /** Returns the part of a query after `from` for the elements of a JSON list, a parameter (`?`) or a column: see `fieldsOf`. */
  elements(json: string): string;
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

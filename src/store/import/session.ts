import { setTimeout } from 'node:timers/promises';
import type { Db } from '../queries/statement.js';
import type { Traits } from '../traits.js';
import { UnusableDatabase } from '../unusable-database.js';

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

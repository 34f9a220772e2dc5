import { Failure } from '../domain/failure.js';
import { isPostgres } from './address.js';
import type { Clock, Inspection } from './inspection.js';
import type { PrepareOptions } from './migrations/migrate.js';
import type { Store } from './store.js';

export interface OpenOptions extends PrepareOptions {
  /** A file, `:memory:`, or the URL of a PostgreSQL database. */
  database: string;
  /** Maximum connections to PostgreSQL. */
  connections?: number;
  /** Wait for PostgreSQL without a time limit, as commands do. */
  patient?: boolean;
  check?: boolean;
  /** Refuse to share a file with another server. */
  lock?: boolean;
}

/** @throws {UnusableDatabase} when it cannot be opened; the message says why and what to do */
export async function openStore({ database, ...options }: OpenOptions): Promise<Store> {
  if (isPostgres(database)) {
    const { openPostgres } = await import('./postgres/open.js');
    return openPostgres({ address: database, ...options });
  }
  const { openSqlite } = await import('./sqlite/open.js');
  return openSqlite({ path: database, ...options });
}

/** Inspects a database without changing it. @throws {UnusableDatabase} when it cannot be examined */
export async function inspectDatabase(database: string, clock: Clock): Promise<Inspection> {
  if (isPostgres(database)) {
    const { inspectPostgres } = await import('./postgres/inspect-database.js');
    return inspectPostgres(database, clock);
  }
  const { inspectSqlite } = await import('./sqlite/read-only.js');
  return inspectSqlite(database, clock);
}

/** Explains the failure of a database that is away, busy or full as an `UnusableDatabase`; returns any other error as it is. */
export async function explainFailure(database: string, error: unknown): Promise<unknown> {
  // A failure with a special message has explained itself.
  const isUnexplained =
    error instanceof Failure && error.code === 'unavailable' && error.message === error.definition.message;
  if (!isUnexplained) return error;
  if (isPostgres(database)) {
    const { unusablePostgres } = await import('./postgres/errors.js');
    return unusablePostgres(database, error);
  }
  const { unusable } = await import('./sqlite/unusable.js');
  return unusable(database, error);
}

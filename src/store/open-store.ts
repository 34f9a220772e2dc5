import { Failure } from '../domain/failure.js';
import { isPostgres } from './address.js';
import type { Inspection } from './inspection.js';
import type { OpenOptions, Store } from './store.js';

/** @throws {UnusableDatabase} when it cannot be opened; the message says why and what to do */
export async function openStore(options: OpenOptions): Promise<Store> {
  const { database, ...others } = options;
  if (isPostgres(database)) return (await import('./postgres/open.js')).openPostgres(options);
  return (await import('./sqlite/open.js')).openSqlite({ path: database, ...others });
}

/** Inspects a database at `now` (Unix seconds) without changing it. @throws {UnusableDatabase} when it cannot be examined */
export async function inspectDatabase(database: string, now: number): Promise<Inspection> {
  if (isPostgres(database)) return (await import('./postgres/inspect-database.js')).inspectPostgres(database, now);
  return (await import('./sqlite/read-only.js')).inspectSqlite(database, now);
}

/** Explains the failure of a database that is away, busy or full as an `UnusableDatabase`; returns any other error as it is. */
export async function explainFailure(database: string, error: unknown): Promise<unknown> {
  // A failure with a special message has explained itself.
  const isUnexplained =
    error instanceof Failure && error.code === 'unavailable' && error.message === error.definition.message;
  if (!isUnexplained) return error;
  if (isPostgres(database)) return (await import('./postgres/errors.js')).unusablePostgres(database, error);
  return (await import('./sqlite/unusable.js')).unusable(database, error);
}

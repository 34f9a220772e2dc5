import type { Store } from './store.js';

/** How a database is opened. */
export interface OpenOptions {
  /** A file, `:memory:`, or the address of a PostgreSQL database. */
  database: string;
  /** Connections to PostgreSQL that are open at most. */
  connections?: number;
  /** Wait for PostgreSQL as long as it takes, as a person who has started a command does. */
  patient?: boolean;
  /** Make what is not there: a file, or the tables in a PostgreSQL database. */
  create?: boolean;
  /** Look through the whole file for damage before it is used. */
  check?: boolean;
  /** Told the names of the migrations that were applied now. */
  onMigrated?: (names: string[]) => void;
}

/**
 * Opens a database of either kind, and brings its tables up to date.
 *
 * @throws {UnusableDatabase} when it cannot be had; the message says why and what to do
 * @throws {NewerDatabase} when a newer version wrote it
 */
export async function openStore({ database, ...options }: OpenOptions): Promise<Store> {
  if (isPostgres(database)) {
    const { openPostgres } = await import('./postgres/open.js');
    return openPostgres({ address: database, ...options });
  }
  const { openSqlite } = await import('./sqlite/open.js');
  return openSqlite({ path: database, ...options });
}

/** True for the address of a PostgreSQL database, false for a file. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}

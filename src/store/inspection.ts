import { compareMigrations, type Difference } from './migrations/migrate.js';

export interface Inspection extends Difference {
  damage?: string | undefined;
  server?: PostgresServer;
}

export interface PostgresServer {
  /** Such as 150020 for 15.20. */
  version: number;
  /** Maximum connections of users like this one. */
  connections: number;
  /** Connections of other programs. */
  taken: number;
  isEncrypted: boolean;
  /** Settings that are off, so that a crash loses acknowledged changes. */
  unsafe: string[];
}

/** Compares the migrations of the tables; `read` returns the rows of a query. */
export async function inspectTables(read: (query: string) => unknown, hasTables: boolean): Promise<Difference> {
  const applied = hasTables ? await read('select name from kysely_migration order by name') : [];
  return compareMigrations((applied as { name: string }[]).map(({ name }) => name));
}

import type { Kysely } from 'kysely';
import { UnusableDatabase } from '../unusable-database.js';
import type { Ddl } from './ddl.js';
import { appliedMigrations, compareMigrations, hasTables, migrate, NewerDatabase } from './index.js';

/** The changes that opening may make in a database: create what is missing, migrate older tables, or none. */
export type Preparation = 'create' | 'migrate' | 'none';

/** The changes that opening made in a database. */
export interface Prepared {
  /** True when its tables were created. */
  isNew: boolean;
  /** The migrations that were applied. */
  applied: string[];
}

/**
 * Prepares the tables of a database.
 *
 * @param shown the name of the database in messages
 * @throws {UnusableDatabase} when there are no tables, or they are older or newer than this version, and must not be changed
 */
export async function prepareTables<T>(
  db: Kysely<T>,
  ddl: Ddl,
  preparation: Preparation,
  shown: string,
): Promise<Prepared> {
  const isNew = !(await hasTables(db, ddl));
  if (isNew && preparation !== 'create') {
    throw new UnusableDatabase(
      `the database ${shown} has no galaxy`,
      'create one with svcapi serve or svcapi import, or choose another --database',
    );
  }
  if (preparation === 'none') {
    await requireCurrent(db, shown);
    return { isNew, applied: [] };
  }
  return { isNew, applied: await migrate(db, ddl) };
}

async function requireCurrent<T>(db: Kysely<T>, shown: string): Promise<void> {
  const { missing, unknown } = compareMigrations(await appliedMigrations(db));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  if (missing.length === 0) return;
  throw new UnusableDatabase(
    `the tables of the database ${shown} are older than this version of svcapi (${missing.join(', ')} missing)`,
    'make a backup, then run svcapi migrate',
  );
}

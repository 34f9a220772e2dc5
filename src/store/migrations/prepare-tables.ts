import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { UnusableDatabase } from '../unusable-database.js';
import type { Ddl } from './ddl.js';
import { appliedMigrations, compareMigrations, foreignTables, MIGRATIONS, type Migrations } from './index.js';

/** The changes that opening may make in a database: create what is missing, migrate older tables, or none. */
export type Preparation = 'create' | 'migrate' | 'none';

/** The changes that opening made in a database. */
export interface Prepared {
  /** True when its tables were created. */
  isNew: boolean;
  /** The migrations that were applied. */
  applied: string[];
}

/** The preparation of the tables of a database that is opened. */
export interface PrepareOptions {
  /** The changes that opening may make; `create` by default. */
  prepare?: Preparation;
  /** All versions of the tables; those of this program by default. */
  migrations?: Migrations;
  /** Called with what was changed. */
  onPrepared?: (prepared: Prepared) => void;
}

/**
 * Prepares the tables of a database, all of them or none. When several processes do so at once, one migrates and the others wait.
 *
 * @param shown the name of the database in messages
 * @throws {UnusableDatabase} when there are no tables, or they are older than this version, and must not be changed; or when
 *   another version has made them
 */
export async function prepareTables(
  db: Kysely<Tables>,
  ddl: Ddl,
  shown: string,
  { prepare = 'create', migrations = MIGRATIONS, onPrepared }: PrepareOptions,
): Promise<void> {
  /** Returns the migrations that are missing; undefined where there is no list of them. */
  const readMissing = async (within: Kysely<Tables>) => {
    if ((await ddl.findMigrations.execute(within)).rows.length === 0) return undefined;
    const difference = compareMigrations(await appliedMigrations(within), migrations);
    const error = foreignTables(difference);
    if (error) throw error;
    return difference.missing;
  };

  const found = await readMissing(db);
  const isNew = found === undefined;
  if (found?.length === 0) return onPrepared?.({ isNew, applied: [] });
  if (isNew && prepare !== 'create') {
    throw new UnusableDatabase(
      `the database ${shown} has no galaxy`,
      'create one with svcapi serve or svcapi import, or choose another --database',
    );
  }
  if (prepare === 'none') {
    throw new UnusableDatabase(
      `the tables of the database ${shown} are older than this version of svcapi (${found?.join(', ')} missing)`,
      'make a backup, then run svcapi migrate',
    );
  }
  const applied = await db.transaction().execute(async (transaction) => {
    await ddl.takeTurns(transaction);
    const missing = (await readMissing(transaction)) ?? (await createList(transaction, migrations));
    for (const name of missing) {
      for (const statement of migrations[name]?.(ddl) ?? []) await sql.raw(statement).execute(transaction);
      const now = new Date().toISOString();
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${now})`.execute(transaction);
    }
    return missing;
  });
  onPrepared?.({ isNew, applied });
}

/** Creates the list of applied migrations, under the name that versions before this one look for. Returns all migrations. */
async function createList(db: Kysely<Tables>, migrations: Migrations): Promise<string[]> {
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
  return Object.keys(migrations);
}

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { UnusableDatabase } from '../unusable-database.js';
import { tables } from './0001-schema.js';
import type { Ddl } from './ddl.js';

/** The statements of each version of the tables by its name, in order. */
export type Migrations = Readonly<Record<string, (ddl: Ddl) => string[]>>;

/** A migration that was released never changes; a new one is added. */
export const MIGRATIONS: Migrations = { '0001-schema': tables };

/** The difference between the tables of a database and those of this version. */
export interface Difference {
  /** Migrations of this version that it lacks. */
  missing: string[];
  /** Migrations that it has and this version does not know. */
  unknown: string[];
}

/** Compares the migrations that a database has had with those of this version. */
export function compareMigrations(applied: readonly string[], migrations = MIGRATIONS): Difference {
  return {
    missing: Object.keys(migrations).filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !Object.hasOwn(migrations, name)),
  };
}

/** Returns the error for a database with tables of another version, which this one cannot migrate. */
export function foreignTables({ unknown }: Difference): UnusableDatabase | undefined {
  if (unknown.length === 0) return undefined;
  return new UnusableDatabase(
    `the database was written by a newer version of svcapi (it has ${unknown.join(', ')})`,
    'install that version, or choose another --database',
  );
}

/** Returns true when no migration of this version is missing, in a database that has had some. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  return compareMigrations(await appliedMigrations(db)).missing.length === 0;
}

/** Returns the names of the migrations that a database has had. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

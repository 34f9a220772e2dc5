import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { UnusableDatabase } from '../unusable-database.js';
import { accounts } from './0001-accounts.js';
import { game } from './0001-game.js';

/** The parts of the data definition language that differ between the databases. */
export interface Ddl {
  /** An integer of 64 bits, such a key that the database generates unless a row has one, and text that is compared by its bytes. */
  types: Record<'integer' | 'serial' | 'text', string>;
  /** The options after the columns of a table. */
  tableOptions: string;
  /**
   * The statements for the tables and triggers of this database: those that give each row of `events` and `transactions` an entry
   * in `arrivals`. Whoever sees an entry sees all of those before it.
   */
  further: string[];
  /** The query that returns a row if there is a table of applied migrations. */
  findMigrations: RawBuilder<unknown>;
  /** Waits until no other process migrates, and keeps others from it until the end of the transaction. */
  takeTurns(transaction: Kysely<Tables>): Promise<void>;
}

/** The statements of each version of the tables by its name, in order. */
export type Migrations = Readonly<Record<string, (ddl: Ddl) => string[]>>;

/** A migration that was released never changes; a new one is added. */
export const MIGRATIONS: Migrations = {
  '0001-schema': (ddl) => [...statements(game, ddl), ...statements(accounts, ddl), ...ddl.further],
};

/** Returns the statements of a text, with the types of a database. */
function statements(text: string, { types, tableOptions }: Ddl): string[] {
  return text
    .replace(/^( {2}\w+) (integer|serial|text)\b/gm, (_, name, type: keyof Ddl['types']) => `${name} ${types[type]}`)
    .replace(/^\);$/gm, `) ${tableOptions};`)
    .split(/;$/m)
    .filter((statement) => statement.trim() !== '');
}

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

/** Returns true when no migration of this version is missing, in a database that has had some. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  return compareMigrations(await appliedMigrations(db)).missing.length === 0;
}

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The changes that opening made in a database. */
export interface Prepared {
  /** True when its tables were created. */
  isNew: boolean;
  /** The migrations that were applied. */
  applied: string[];
}

/** The preparation of the tables of a database that is opened. */
export interface PrepareOptions {
  /** The changes that opening may make: `create` what is missing, as by default, `migrate` older tables, or `none`. */
  prepare?: 'create' | 'migrate' | 'none';
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
    const { missing, unknown } = compareMigrations(await appliedMigrations(within), migrations);
    if (unknown.length === 0) return missing;
    throw new UnusableDatabase(
      `the database was written by a newer version of svcapi (it has ${unknown.join(', ')})`,
      'install that version, or choose another --database',
    );
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

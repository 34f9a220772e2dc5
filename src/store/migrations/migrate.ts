import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Traits } from '../traits.js';
import { UnusableDatabase } from '../unusable-database.js';
import { schema } from './0001-schema.js';

export interface Ddl {
  /** A 64-bit integer, a key that the database generates unless a row has one, and text in the order of its bytes. */
  types: Record<'integer' | 'serial' | 'text', string>;
  tableOptions: string;
  /** Creates what differs, such as the triggers that fill `arrivals`: a reader of an entry also sees all earlier ones. */
  further: string[];
  /** Returns a row if there is a list of applied migrations. */
  findMigrations: RawBuilder<unknown>;
}

export type Migrations = Readonly<Record<string, (ddl: Ddl) => string[]>>;

/** A released migration never changes; add a new one. */
export const MIGRATIONS: Migrations = {
  '0001-schema': (ddl) => [...statements(schema, ddl), ...ddl.further],
};

function statements(text: string, { types, tableOptions }: Ddl): string[] {
  return text
    .replace(/^( {2}\w+) (integer|serial|text)\b/gm, (_, name, type: keyof Ddl['types']) => `${name} ${types[type]}`)
    .replace(/^\);$/gm, `) ${tableOptions};`)
    .split(/;$/m)
    .filter((statement) => statement.trim() !== '');
}

/** Migrations that only this version knows (`missing`), or only the database has (`unknown`). */
export interface Difference {
  missing: string[];
  unknown: string[];
}

export function compareMigrations(applied: readonly string[], migrations = MIGRATIONS): Difference {
  return {
    missing: Object.keys(migrations).filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !Object.hasOwn(migrations, name)),
  };
}

export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export interface Prepared {
  isNew: boolean;
  applied: string[];
}

export interface PrepareOptions {
  /** `create` (default) makes missing tables, `migrate` also updates older ones, `none` changes nothing. */
  prepare?: 'create' | 'migrate' | 'none';
  migrations?: Migrations;
  onPrepared?: (prepared: Prepared) => void;
}

/** Prepares all tables or none, one process at a time. Throws UnusableDatabase for tables that it may not or cannot change. */
export async function prepareTables(
  db: Kysely<Tables>,
  ddl: Ddl,
  { takeTurns }: Traits,
  shown: string,
  { prepare = 'create', migrations = MIGRATIONS, onPrepared }: PrepareOptions,
): Promise<void> {
  const isNew = (await ddl.findMigrations.execute(db)).rows.length === 0;
  const { missing, unknown } = compareMigrations(isNew ? [] : await appliedMigrations(db), migrations);
  if (unknown.length > 0) {
    throw new UnusableDatabase(
      `the database was written by a newer version of svcapi (it has ${unknown.join(', ')})`,
      'install that version, or choose another --database',
    );
  }
  if (missing.length === 0) return onPrepared?.({ isNew, applied: [] });
  if (isNew && prepare !== 'create') {
    throw new UnusableDatabase(
      `the database ${shown} has no galaxy`,
      'create one with svcapi serve or svcapi import, or choose another --database',
    );
  }
  if (prepare === 'none') {
    throw new UnusableDatabase(
      `the tables of the database ${shown} are older than this version of svcapi (${missing.join(', ')} missing)`,
      'make a backup, then run svcapi migrate',
    );
  }
  const applied = await db.transaction().execute(async (transaction) => {
    await takeTurns(transaction, 'migrations');
    await sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      transaction,
    );
    // Another process may have applied some by now.
    const { missing } = compareMigrations(await appliedMigrations(transaction), migrations);
    for (const name of missing) {
      for (const statement of migrations[name]?.(ddl) ?? []) await sql.raw(statement).execute(transaction);
      const now = new Date().toISOString();
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${now})`.execute(transaction);
    }
    return missing;
  });
  onPrepared?.({ isNew, applied });
}

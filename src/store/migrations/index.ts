import { type Kysely, type Migration, Migrator } from 'kysely';
import { type Ddl, galaxy } from './0001-galaxy.js';

/** Every version of the tables, in order. A migration that was released never changes; a new one is added. */
const migrations: Record<string, (ddl: Ddl) => Migration> = {
  '0001-galaxy': galaxy,
};

/** The database was written by a newer version of the program, whose tables this one does not know. */
export class NewerDatabase extends Error {
  constructor(unknown: string[]) {
    super(
      `The database was written by a newer version of svcapi (it has ${unknown.join(', ')}): ` +
        'install that version, or choose another database.',
    );
    this.name = 'NewerDatabase';
  }
}

/**
 * Brings the tables up to this version.
 *
 * @returns the names of the migrations that were applied now
 * @throws {NewerDatabase} when the database knows migrations that this version does not
 */
export async function migrate<T>(db: Kysely<T>, ddl: Ddl): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, make]) => [name, make(ddl)] as const)),
    },
  });
  const unknown = (await appliedMigrations(db)).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** True when no migration of this version is missing, in a database that has had some. */
export async function isMigrated<T>(db: Kysely<T>): Promise<boolean> {
  const applied = await recordedMigrations(db);
  return Object.keys(migrations).every((name) => applied.includes(name));
}

async function appliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  return recordedMigrations(db);
}

async function recordedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const rows = await (db as Kysely<unknown> as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}

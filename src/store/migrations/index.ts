import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { UnusableDatabase } from '../unusable-database.js';
import { galaxy } from './0001-galaxy.js';
import { rateWindows } from './0002-rate-windows.js';
import { hotOrders } from './0003-hot-orders.js';
import { accounts } from './0004-accounts.js';
import { eventTypes } from './0005-event-types.js';
import { removal } from './0006-removal.js';
import { arrivals } from './0007-arrivals.js';
import { coveringRun } from './0008-covering-run.js';
import { assignedUses } from './0009-assigned-uses.js';
import { changes } from './0010-changes.js';
import { grantEnds } from './0011-grant-ends.js';
import { plainTriggers } from './0012-plain-triggers.js';
import type { Ddl } from './ddl.js';

/** Every version of the tables, in order. A migration that was released never changes; a new one is added. */
const migrations: Record<string, (ddl: Ddl) => Migration> = {
  '0001-galaxy': galaxy,
  '0002-rate-windows': rateWindows,
  '0003-hot-orders': hotOrders,
  '0004-accounts': accounts,
  '0005-event-types': eventTypes,
  '0006-removal': removal,
  '0007-arrivals': arrivals,
  '0008-covering-run': coveringRun,
  '0009-assigned-uses': assignedUses,
  '0010-changes': changes,
  '0011-grant-ends': grantEnds,
  '0012-plain-triggers': plainTriggers,
};

/** A database that a newer version of the program has written, whose tables this one does not know. */
export class NewerDatabase extends UnusableDatabase {
  constructor(unknown: string[]) {
    super(
      `the database was written by a newer version of svcapi (it has ${unknown.join(', ')})`,
      'install that version, or choose another --database',
    );
    this.name = 'NewerDatabase';
  }
}

/**
 * Brings the tables up to this version. When several processes do so at once, one migrates and the others wait.
 *
 * @returns the names of the migrations that were applied now
 * @throws {NewerDatabase} when the database knows migrations that this version does not
 */
export async function migrate<T>(db: Kysely<T>, ddl: Ddl): Promise<string[]> {
  if (await isUpToDate(db, ddl)) return [];
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, make]) => [name, make(ddl)] as const)),
    },
    ...(ddl.schema !== undefined && { migrationTableSchema: ddl.schema }),
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    // A newer version may have been the first to get the lock.
    await isUpToDate(db, ddl);
    throw error;
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** Returns true when this program, or an earlier version of it, has made its tables. */
export async function hasTables<T>(db: Kysely<T>, ddl: Ddl): Promise<boolean> {
  return (await ddl.findTable('kysely_migration').execute(db)).rows.length > 0;
}

/** Returns the migrations that a database lacks, and those that this version does not know. */
export function compareMigrations(applied: readonly string[]): { missing: string[]; unknown: string[] } {
  return {
    missing: Object.keys(migrations).filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !Object.hasOwn(migrations, name)),
  };
}

/** Returns true when no migration of this version is missing, in a database that has had some. */
export async function isMigrated<T>(db: Kysely<T>): Promise<boolean> {
  return compareMigrations(await appliedMigrations(db)).missing.length === 0;
}

async function isUpToDate<T>(db: Kysely<T>, ddl: Ddl): Promise<boolean> {
  if (!(await hasTables(db, ddl))) return false;
  const { missing, unknown } = compareMigrations(await appliedMigrations(db));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  return missing.length === 0;
}

/** Returns the names of the migrations that a database has had. */
export async function appliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

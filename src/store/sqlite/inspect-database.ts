import { type Inspection, QUESTIONS } from '../inspection.js';
import { compareMigrations } from '../migrations/index.js';
import { findDamage } from './check-file.js';
import { DatabaseSync, type SqliteConnection } from './engine.js';
import { refuseEmptyFile } from './file.js';
import { unusable } from './unusable.js';

/** The findings of an inspection of a database file. */
export interface SqliteInspection extends Inspection {
  /** `wal`, once this program has opened it. */
  journalMode: string;
  /** The damage that was found; undefined when there is none. */
  damage: string | undefined;
}

/**
 * Checks a database file for damage, and that it can be written to, also while a server uses it.
 *
 * @param now Unix seconds
 * @param until tokens that expire before this timestamp count as expiring
 * @throws {UnusableDatabase} when it cannot be opened, read or written to
 */
export function inspectSqlite(path: string, now: number, until: number): SqliteInspection {
  let database: SqliteConnection | undefined;
  try {
    refuseEmptyFile(path);
    database = new DatabaseSync(path);
    // A server has the lock for some milliseconds at a time, an import for longer.
    database.exec('pragma busy_timeout = 5000');
    return look(database, now, until);
  } catch (error) {
    throw unusable(path, error);
  } finally {
    database?.close();
  }
}

function look(database: SqliteConnection, now: number, until: number): SqliteInspection {
  const all = (query: string) => database.prepare(query).all() as Record<string, unknown>[];
  const only = (query: string) => Object.values(all(query)[0] ?? {});
  const [journalMode] = only('pragma journal_mode');
  const damage = findDamage(database);
  const empty = { blacklisted: [], expiring: 0, newest: 0, sleeping: 0, journalMode: String(journalMode), damage };
  if (damage !== undefined) return { ...empty, ...compareMigrations([]), missing: [] };
  // Rolled back: a file that is read-only or locked for long fails here.
  database.exec('begin immediate; create table svcapi_probe (probed); rollback');
  const hasTables = only("select count(*) from sqlite_master where name = 'kysely_migration'")[0] === 1;
  const compared = compareMigrations(hasTables ? all(QUESTIONS.applied).map(({ name }) => String(name)) : []);
  if (compared.missing.length > 0) return { ...empty, ...compared };
  const [expiring, newest] = only(QUESTIONS.tokens(now, until)).map(Number);
  const blacklisted = all(QUESTIONS.blacklisted(now)).map(({ address }) => String(address));
  const sleeping = Number(only(QUESTIONS.sleeping)[0]);
  return { ...empty, ...compared, blacklisted, sleeping, expiring: expiring ?? 0, newest: newest ?? 0 };
}

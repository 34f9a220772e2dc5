import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { createStore } from '../create-store.js';
import type { Ddl } from '../migrations/ddl.js';
import { migrate } from '../migrations/index.js';
import type { Store } from '../store.js';
import { sqliteTraits } from '../traits.js';
import { UnusableDatabase } from '../unusable-database.js';
import { dialect } from './dialect.js';
import { unusable } from './unusable.js';

const ddl: Ddl = {
  integer: 'integer',
  serial: 'integer primary key autoincrement',
  text: 'text',
  tableOptions: 'strict',
  findTable: (name) => sql`select 1 from sqlite_master where type = 'table' and name = ${name}`,
};

/**
 * FULL is what keeps a transaction that was acknowledged: NORMAL loses the last ones in a power cut. A longer
 * busy timeout would stall the whole event loop, since the calls are synchronous. It comes first: the change to WAL needs
 * a lock too, which another process holds for a moment when it closes the database.
 */
const SETTINGS = `
  pragma busy_timeout = 100;
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma trusted_schema = off;
  pragma cache_size = -65536;
`;

export interface SqliteOptions {
  /** The file, made with its folders where there is none; `:memory:` for one that ends with the process. */
  path: string;
  /** Make the file where there is none. */
  create?: boolean;
  /** Look through the whole file for damage before it is used. */
  check?: boolean;
  /** Called with the names of the migrations that were applied now. */
  onMigrated?: (names: string[]) => void;
}

/**
 * Opens the embedded database, brings its tables up to date, and proves that it can be written to.
 *
 * @throws {UnusableDatabase} when the file cannot be opened, is damaged or is no database
 * @throws {NewerDatabase} when a newer version wrote it
 */
export async function openSqlite({ path, create = true, check = false, onMigrated }: SqliteOptions): Promise<Store> {
  let database: DatabaseSyncInstance | undefined;
  try {
    const isNew = path === ':memory:' || !existsSync(path);
    if (isNew && !create) throw missing(path);
    if (isNew && path !== ':memory:') createFile(path);
    database = connect(path);
    if (check && !isNew) checkForDamage(database, path);
  } catch (error) {
    database?.close();
    throw unusable(path, error);
  }
  const db = new Kysely<Tables>({ dialect: dialect(database) });
  try {
    const applied = await migrate(db, ddl);
    onMigrated?.(applied);
    const store = createStore(db, sqliteTraits);
    await store.probe();
    return { ...store, close: () => closeWhole(database, store) };
  } catch (error) {
    await db.destroy();
    throw unusable(path, error);
  }
}

/** A misspelt path must not look like an empty galaxy. */
function missing(path: string): UnusableDatabase {
  return new UnusableDatabase(
    `there is no database ${path}`,
    'make one with svcapi serve or svcapi import, or name another with --database',
  );
}

/**
 * The package has no way to finalize a statement, so SQLite lets go of the file when the last is collected, which may be
 * never. The log is emptied into the file here, as SQLite does when the last connection is closed.
 */
async function closeWhole(database: DatabaseSyncInstance, store: Store): Promise<void> {
  try {
    database.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // Another process uses it, or the disk does not allow it: the log keeps its content.
  }
  await store.close();
}

/** Opens a connection that keeps what it acknowledges. */
export function connect(path: string): DatabaseSyncInstance {
  const database = new DatabaseSync(path);
  try {
    database.exec(SETTINGS);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Creates the file for its owner only; SQLite gives its side files the same mode. */
function createFile(path: string): void {
  makeFolder(dirname(resolve(path)));
  closeSync(openSync(path, 'a', 0o600));
}

/** Makes folders one by one: `recursive` never ends where a system reports ENOENT below an existing folder (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function checkForDamage(database: DatabaseSyncInstance, path: string): void {
  const result = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
  if (result.quick_check !== 'ok') {
    throw new UnusableDatabase(`the database ${path} is damaged`, 'restore it from a backup');
  }
}

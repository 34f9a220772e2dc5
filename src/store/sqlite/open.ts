import { existsSync, rmSync, statSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { repeat } from '../commits.js';
import { type Ddl, prepareTables } from '../migrations/migrate.js';
import { createStore, type OpenOptions, type Store } from '../store.js';
import { sqliteTraits } from '../traits.js';
import { UnusableDatabase } from '../unusable-database.js';
import { connect, dialect, readPragma, type SqliteConnection, translated, watchFile } from './driver.js';
import { fileSessions, memorySessions } from './import-session.js';
import { createFile, lockForServer } from './locks.js';
import { createSnapshots } from './snapshots.js';
import { findDamage, refuseEmptyFile, refuseForeignLog, unusable } from './unusable.js';

const recordArrivals = (kind: string, table: string, number: string) =>
  `create trigger ${table}_arrive after insert on ${table} begin
    delete from arrivals where number = ${number} and kind = '${kind}';
    insert into arrivals (kind, number) values ('${kind}', ${number});
  end`;

const ddl: Ddl = {
  types: { integer: 'integer', serial: 'integer primary key autoincrement', text: 'text' },
  tableOptions: 'strict',
  further: [
    recordArrivals('event', 'events', 'cast(substr(new.uid, 4) as integer)'),
    recordArrivals('transaction', 'transactions', 'new.id'),
  ],
  findMigrations: sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`,
};

/** Maximum bytes that are checked: this takes hundredths of a second. */
const SMALL = 16 * 1024 * 1024;

export interface SqliteOptions extends Omit<OpenOptions, 'database'> {
  /** A file, or `:memory:`. */
  path: string;
  keepsSnapshots?: boolean;
}

/** @throws {UnusableDatabase} when the file cannot be opened or written, is damaged, or is not a database */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { path, prepare = 'create' } = options;
  const isFile = path !== ':memory:';
  let lock: SqliteConnection | undefined;
  let database: SqliteConnection | undefined;
  let isNew = false;
  try {
    if (isFile) {
      const isMissing = isNewFile(path);
      // A misspelt path must not look like an empty galaxy.
      if (isMissing && prepare !== 'create') {
        const next = 'make one with svcapi serve or svcapi import, or name another with --database';
        throw new UnusableDatabase(`there is no database ${path}`, next);
      }
      if (isMissing) for (const file of [markOf(path), path]) createFile(file);
      refuseForeignLog(path);
      if (options.lock) lock = lockForServer(path);
      // Until here, the file may be the one that another process has just created.
      isNew = isMissing;
    }
    const opened = connect(path);
    database = opened;
    if (isFile && options.check && statSync(path).size <= SMALL && findDamage(opened) !== undefined) {
      throw new UnusableDatabase(`the database ${path} is damaged`, 'restore a backup (svcapi backup --help)');
    }
    const store = await storeOn(opened, options);
    return {
      ...store,
      async close() {
        emptyLog(opened);
        await store.close();
        lock?.close();
      },
    };
  } catch (error) {
    database?.close();
    lock?.close();
    if (isNew) abandonFile(path);
    throw unusable(path, error);
  }
}

async function storeOn(database: SqliteConnection, options: SqliteOptions): Promise<Store> {
  const { path, prepare = 'create', keepsSnapshots = false } = options;
  const isFile = path !== ':memory:';
  const checkFile = isFile ? watchFile(path) : () => {};
  let commits = 0;
  const onChange = () => {
    commits += 1;
  };
  const db = new Kysely<Tables>({ dialect: dialect(database, checkFile, onChange) });
  await repeat(() => prepareTables(db, ddl, sqliteTraits, path, options));
  if (prepare === 'create' && isFile) rmSync(markOf(path), { force: true });
  const alone = <T>(work: () => T) => db.connection().execute(async () => work());
  const dataVersion = database.prepare('pragma data_version');
  dataVersion.setReturnArrays(true);
  const store = createStore(
    db,
    { ...sqliteTraits, check: async () => checkFile() },
    {
      // Commits of this connection, and those of other connections and processes.
      changes: { version: () => translated(() => `${commits} ${dataVersion.get()}`) },
      giveBack: () => alone(() => giveBack(database)),
      importSessions: isFile ? fileSessions(path, checkFile) : memorySessions(db),
      ...(keepsSnapshots && { snapshots: createSnapshots(database, alone, onChange) }),
    },
  );
  await store.probe();
  return store;
}

/** The mark beside a new file without tables: an empty file with a mark is not a failed copy. */
const markOf = (path: string) => `${path}.creating`;

/** Returns true also for a file whose creation ended before SQLite wrote to it. */
function isNewFile(path: string): boolean {
  // In this order: another process removes the mark when the file is no longer empty.
  if (!existsSync(path)) return true;
  if (existsSync(markOf(path))) return statSync(path).size === 0;
  refuseEmptyFile(path);
  return false;
}

function abandonFile(path: string): void {
  if (!existsSync(markOf(path))) return;
  const isEmpty = !existsSync(path) || statSync(path).size === 0;
  if (isEmpty) for (const end of ['-wal', '-shm', '-journal', '']) rmSync(path + end, { force: true });
  rmSync(markOf(path), { force: true });
}

/** Free pages to give back at a time: few enough that no request waits. */
const PAGES = 100;

function giveBack(database: SqliteConnection): number {
  const before = readPragma(database, 'freelist_count');
  if (before === 0) return 0;
  translated(() => database.exec(`pragma incremental_vacuum(${PAGES})`));
  return (before - readPragma(database, 'freelist_count')) * readPragma(database, 'page_size');
}

/** Empties the log: SQLite does it when all statements are collected, which may never happen. The first call waits for nobody. */
function emptyLog(database: SqliteConnection): void {
  try {
    database.exec('pragma wal_checkpoint(passive); pragma wal_checkpoint(truncate)');
  } catch {
    // Another process uses it, or the disk does not allow it: the log keeps its content.
  }
}

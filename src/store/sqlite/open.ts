import { statSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { repeat } from '../commits.js';
import { createStore } from '../create-store.js';
import type { Ddl } from '../migrations/ddl.js';
import { type Preparation, type PrepareOptions, prepareTables } from '../migrations/prepare-tables.js';
import type { Store } from '../store.js';
import { sqliteTraits } from '../traits.js';
import { UnusableDatabase } from '../unusable-database.js';
import { connect, countChanges, dialect, giveBack } from './driver.js';
import type { SqliteConnection } from './engine.js';
import {
  abandonFile,
  beginFile,
  checkForDamage,
  completeFile,
  isNewFile,
  refuseForeignLog,
  watchFile,
} from './file.js';
import { fileSessions, memorySessions } from './import-session.js';
import { hasServer, lockForServer } from './locks.js';
import { createSnapshots } from './snapshots.js';
import { unusable } from './unusable.js';

const ddl: Ddl = {
  integer: 'integer',
  serial: 'integer primary key autoincrement',
  text: 'text',
  tableOptions: 'strict',
  readsConditionOfIndex: false,
  recordArrivals: (kind, table, number) => [
    `create trigger ${table}_arrive after insert on ${table} begin
      delete from arrivals where number = ${number('new')} and kind = '${kind}';
      insert into arrivals (kind, number) values ('${kind}', ${number('new')});
    end`,
  ],
  findMigrations: sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`,
  // Its transaction has the write lock.
  takeTurns: async () => {},
};

/** The size of a file up to which checking it takes some hundredths of a second. */
const SMALL = 16 * 1024 * 1024;

export interface SqliteOptions extends PrepareOptions {
  /** The file; `:memory:` for a database that ends with the process. */
  path: string;
  /** Check a small file for damage: to read a large one takes seconds. */
  check?: boolean;
  /** Refuse to share the file with another server. */
  lock?: boolean;
  /** Keep snapshots, which a sandbox goes back to. */
  keepsSnapshots?: boolean;
}

/**
 * Opens the embedded database, prepares its tables, and proves that it can be written to.
 *
 * @throws {UnusableDatabase} when the file cannot be opened, is damaged or is no database
 */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { path, prepare = 'create' } = options;
  const { database, lock, isNew } = openFile(options, prepare);
  const checkFile = path === ':memory:' ? () => {} : watchFile(path);
  const changes = countChanges(database);
  const db = new Kysely<Tables>({ dialect: dialect(database, checkFile, changes.count) });
  try {
    await repeat(() => prepareTables(db, ddl, path, options));
    if (prepare === 'create' && path !== ':memory:') completeFile(path);
    const store = createStore(db, sqliteTraits, {
      changes,
      counters: undefined,
      importSessions: path === ':memory:' ? memorySessions(db) : fileSessions(path, checkFile),
    });
    await store.probe();
    const alone = <T>(work: () => T) => db.connection().execute(async () => work());
    return {
      ...store,
      // Who follows the changes only reads, and no commit would notice that the file was lost.
      auditTrail: {
        async after(id, most) {
          checkFile();
          return store.auditTrail.after(id, most);
        },
      },
      ...(options.keepsSnapshots && { snapshots: createSnapshots(database, alone, changes.count) }),
      giveBack: () => alone(() => giveBack(database)),
      metadata: {
        ...store.metadata,
        async areTablesCurrent() {
          checkFile();
          return store.metadata.areTablesCurrent();
        },
      },
      async close() {
        await closeWhole(options, database, store);
        lock?.close();
      },
    };
  } catch (error) {
    await db.destroy();
    lock?.close();
    if (isNew) abandonFile(path);
    throw unusable(path, error);
  }
}

function openFile({ path, check = false, lock = false }: SqliteOptions, prepare: Preparation) {
  let isNew = false;
  const opened: SqliteConnection[] = [];
  const keep = (database: SqliteConnection) => {
    opened.push(database);
    return database;
  };
  try {
    if (path === ':memory:') return { database: connect(path), isNew };
    if (isNewFile(path) && prepare !== 'create') throw missing(path);
    isNew = isNewFile(path);
    if (isNew) beginFile(path);
    refuseForeignLog(path);
    const held = lock ? keep(lockForServer(path)) : undefined;
    const database = keep(connect(path));
    if (check && statSync(path).size <= SMALL) checkForDamage(database, path);
    return { database, lock: held, isNew };
  } catch (error) {
    for (const database of opened) database.close();
    if (isNew) abandonFile(path);
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
 * never. The log is emptied into the file here, as SQLite does when the last connection is closed. Beside a server that is done
 * without its end, which would keep the server waiting.
 */
async function closeWhole({ path, lock }: SqliteOptions, database: SqliteConnection, store: Store): Promise<void> {
  try {
    const isAlone = path === ':memory:' || lock === true || !hasServer(path);
    database.exec(`pragma wal_checkpoint(${isAlone ? 'truncate' : 'passive'})`);
  } catch {
    // Another process uses it, or the disk does not allow it: the log keeps its content.
  }
  await store.close();
}

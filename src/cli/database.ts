import { existsSync } from 'node:fs';
import type { Store } from '../store/store.js';
import { CliError } from './cli-error.js';
import type { CliCommand } from './command.js';
import type { Context } from './context.js';

/** What becomes of a database when it is opened. */
export interface Opening {
  /** Told the names of the migrations that were applied. */
  onMigrated?: (names: string[]) => void;
  /** Look through the whole file for damage before it is used. */
  check?: boolean;
}

/**
 * Does work with the store of `--database`. The store is loaded only now, being far larger than all else here.
 *
 * A file that is not there is an error: a misspelt path must not answer like an empty galaxy.
 *
 * @throws {CliError} when there is no database, or it is of no use
 */
export async function withStore<T>(
  context: Context,
  command: CliCommand,
  work: (store: Store) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  const { database } = await context.settings(command, ['database']);
  if (!existsSync(database)) {
    throw new CliError(
      'other',
      `there is no database ${database}; make one with svcapi serve or svcapi import, or name another with --database`,
    );
  }
  return use(database, work, opening);
}

/** Like `withStore`, but makes the database where there is none. */
export async function makeStore<T>(
  context: Context,
  command: CliCommand,
  work: (store: Store) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  const { database } = await context.settings(command, ['database']);
  return use(database, work, opening);
}

async function use<T>(database: string, work: (store: Store) => Promise<T>, opening: Opening): Promise<T> {
  const store = await open(database, opening);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function open(path: string, opening: Opening): Promise<Store> {
  const [{ openSqlite, UnusableDatabase }, { NewerDatabase }] = await Promise.all([
    import('../store/sqlite.js'),
    import('../store/migrations/index.js'),
  ]);
  try {
    return await openSqlite({ path, ...opening });
  } catch (error) {
    if (!(error instanceof UnusableDatabase || error instanceof NewerDatabase)) throw error;
    throw new CliError('other', error.message);
  }
}

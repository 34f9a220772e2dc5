import { type NothingLeft, settingsOf } from '../../settings.js';
import type { OpenOptions } from '../../store/open-store.js';
import type { Store } from '../../store/store.js';
import { CliError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';

/** Options of a command for the database that it opens. */
export type Opening = Omit<OpenOptions, 'database' | 'create'>;

/**
 * Runs work with the store of `--database`. The store is loaded only now, since it is far larger than the rest.
 *
 * A missing database is an error: a misspelt path must not look like an empty galaxy.
 *
 * @throws {CliError} when there is no database, or it cannot be used
 */
export function withStore<T>(
  context: Context,
  command: CliCommand,
  work: (store: Store) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  return use(context, command, work, { patient: true, ...opening, create: false });
}

/** Like `withStore`, but creates a missing file, or the tables of an empty PostgreSQL database. */
export function makeStore<T>(
  context: Context,
  command: CliCommand,
  work: (store: Store) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  return use(context, command, work, { patient: true, ...opening, create: true });
}

async function use<T>(
  context: Context,
  command: CliCommand,
  work: (store: Store) => Promise<T>,
  opening: Omit<OpenOptions, 'database'>,
): Promise<T> {
  const { database, ...unread } = await context.settings(command, settingsOf('store'));
  unread satisfies NothingLeft;
  const store = await open({ database, ...opening });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function open(options: OpenOptions): Promise<Store> {
  const [{ openStore }, { UnusableDatabase }] = await Promise.all([
    import('../../store/open-store.js'),
    import('../../store/unusable-database.js'),
  ]);
  try {
    return await openStore(options);
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    throw new CliError('other', error.message);
  }
}

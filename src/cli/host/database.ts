import { type NothingLeft, settingsOf } from '../../settings.js';
import type { OpenOptions } from '../../store/open-store.js';
import type { Store } from '../../store/store.js';
import { CliError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';

/** What else a command asks of a database that it opens. */
export type Opening = Omit<OpenOptions, 'database' | 'create'>;

/**
 * Does work with the store of `--database`. The store is loaded only now, being far larger than all else here.
 *
 * A database that is not there is an error: a misspelt path must not answer like an empty galaxy.
 *
 * @throws {CliError} when there is no database, or it is of no use
 */
export function withStore<T>(
  context: Context,
  command: CliCommand,
  work: (store: Store) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  return use(context, command, work, { patient: true, ...opening, create: false });
}

/** Like `withStore`, but makes the database where there is none; in PostgreSQL, where somebody has made it, its tables. */
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
  const [{ openStore }, { UnusableDatabase }, { NewerDatabase }] = await Promise.all([
    import('../../store/open-store.js'),
    import('../../store/unusable-database.js'),
    import('../../store/migrations/index.js'),
  ]);
  try {
    return await openStore(options);
  } catch (error) {
    if (!(error instanceof UnusableDatabase || error instanceof NewerDatabase)) throw error;
    throw new CliError('other', error.message);
  }
}

import { setTimeout } from 'node:timers/promises';
import { Failure } from '../../domain/failure.js';
import { type NothingLeft, settingsOf } from '../../settings/index.js';
import { shownDatabase } from '../../store/address.js';
import type { Prepared } from '../../store/migrations/migrate.js';
import type { OpenOptions } from '../../store/open-store.js';
import type { Store } from '../../store/store.js';
import { CliError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import { addSettings } from '../input/options.js';
import { GRACE } from '../interrupt.js';

/** Maximum time that closing a database takes, in milliseconds. */
const CLOSE_TIMEOUT = 1000;

/** Adds the flags of a command that opens the database. */
export function addStore(command: CliCommand): CliCommand {
  return addSettings(command, 'store');
}

/**
 * Runs work with the store of `--database`.
 *
 * A missing database is an error: a misspelt path must not look like an empty galaxy. So are older tables: to migrate them
 * would lock out an older server that still runs.
 *
 * @throws {CliError} when there is no database, or it cannot be used
 */
export function withStore<T>(
  command: CliCommand,
  work: (store: Store) => Promise<T>,
  opening: Omit<OpenOptions, 'database'> = { patient: true },
): Promise<T> {
  return useStore(command, { ...opening, prepare: 'none' }, work);
}

/** Like `withStore`, but creates a missing database, whose name the work gets, and migrates older tables. It says so. */
export function prepareStore<T>(
  command: CliCommand,
  work: (store: Store, newFile?: string) => Promise<T>,
  opening: Omit<OpenOptions, 'database'> = { patient: true },
): Promise<T> {
  const { context } = command;
  return useStore(command, { ...opening, prepare: 'create' }, (store, { isNew, applied }, shown) => {
    if (shown === ':memory:') return work(store);
    if (isNew) context.info(`New database at ${shown}`);
    else if (applied.length > 0) context.info(`Migrated the database ${shown}: applied ${applied.join(', ')}`);
    return work(store, isNew ? shown : undefined);
  });
}

/**
 * Runs work with the store of `--database`, what opening has changed in it, and its name for messages. The store is loaded only
 * now, since it is far larger than the rest.
 *
 * @throws {CliError} when the database, or a file beside it, cannot be used
 */
export async function useStore<T>(
  command: CliCommand,
  opening: Omit<OpenOptions, 'database'>,
  work: (store: Store, prepared: Prepared, shown: string) => Promise<T>,
): Promise<T> {
  const { database, ...unread } = await command.settings(settingsOf('store'));
  unread satisfies NothingLeft;
  const { explainFailure, openStore } = await import('../../store/open-store.js');
  const { UnusableDatabase } = await import('../../store/unusable-database.js');
  let prepared: Prepared = { isNew: false, applied: [] };
  const onPrepared = (changes: Prepared) => {
    prepared = changes;
  };
  try {
    const store = await openStore({ database, onPrepared, ...opening });
    try {
      return await work(store, prepared, shownDatabase(database));
    } finally {
      // A database that does not answer is left to the end of the process: nothing that it has stored is lost by that.
      const limit = setTimeout(command.context.interruptedBy ? GRACE : CLOSE_TIMEOUT, undefined, { ref: false });
      await Promise.race([store.close(), limit]);
    }
  } catch (error) {
    const explained = await explainFailure(database, error);
    if (!(explained instanceof UnusableDatabase)) throw error;
    throw new CliError(error instanceof Failure ? error.definition.exit : 'other', explained.message);
  }
}

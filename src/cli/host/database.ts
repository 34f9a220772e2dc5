import { setTimeout } from 'node:timers/promises';
import { Failure } from '../../domain/failure.js';
import { shownDatabase } from '../../store/address.js';
import type { Prepared } from '../../store/migrations/migrate.js';
import type { OpenOptions, Store } from '../../store/store.js';
import type { CliCommand } from '../command.js';
import { CliError } from '../exit-status.js';
import { addSettings } from '../input/options.js';
import { GRACE } from '../io.js';

/** Milliseconds. */
const CLOSE_TIMEOUT = 1000;

export function addStore(command: CliCommand): CliCommand {
  return addSettings(command, 'store');
}

/**
 * Refuses a missing database, since a misspelt path must not look like an empty galaxy, and older tables, since a migration
 * would lock out an older server that still runs.
 *
 * @throws {CliError} for these, and for a database that cannot be used
 */
export function withStore<T>(
  command: CliCommand,
  work: (store: Store) => Promise<T>,
  opening: Omit<OpenOptions, 'database'> = { patient: true },
): Promise<T> {
  return useStore(command, { ...opening, prepare: 'none' }, (store) => work(store));
}

/** Like `withStore`, but creates a missing database, whose name `work` gets, or migrates older tables, and reports it. */
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

/** Loads the store late, since it is far larger than the rest. @throws {CliError} when the database cannot be used */
export async function useStore<T>(
  command: CliCommand,
  opening: Omit<OpenOptions, 'database'>,
  work: (store: Store, prepared: Prepared, shown: string) => Promise<T>,
): Promise<T> {
  const { database } = await command.settings(['database']);
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
      // Do not wait longer for a database that hangs: nothing that it has stored is lost.
      const limit = setTimeout(command.context.interruptedBy ? GRACE : CLOSE_TIMEOUT, undefined, { ref: false });
      await Promise.race([store.close(), limit]);
    }
  } catch (error) {
    const explained = await explainFailure(database, error);
    if (!(explained instanceof UnusableDatabase)) throw error;
    throw new CliError(error instanceof Failure ? error.definition.exit : 'other', explained.message);
  }
}

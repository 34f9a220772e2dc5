import { setTimeout } from 'node:timers/promises';
import { Failure } from '../../domain/failure.js';
import { type NothingLeft, settingsOf } from '../../settings/index.js';
import type { Prepared } from '../../store/migrations/prepare-tables.js';
import type { OpenOptions } from '../../store/open-store.js';
import type { Store } from '../../store/store.js';
import { CliError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { addSettings } from '../input/options.js';
import { GRACE } from '../interrupt.js';

/** Maximum time that closing a database takes, in milliseconds. */
const CLOSE_TIMEOUT = 1000;

/** Adds the flags of a command that opens the database. */
export function addStore(command: CliCommand): CliCommand {
  return addSettings(command, 'store');
}

/** Options of a command for the database that it opens. */
export type Opening = Omit<OpenOptions, 'database' | 'prepare' | 'onPrepared'>;

/**
 * Runs work with the store of `--database`. The store is loaded only now, since it is far larger than the rest.
 *
 * A missing database is an error: a misspelt path must not look like an empty galaxy. So are older tables: to migrate them
 * would lock out an older server that still runs.
 *
 * @throws {CliError} when there is no database, or it cannot be used
 */
export function withStore<T>(
  command: CliCommand,
  work: (store: Store) => Promise<T>,
  opening: Opening = { patient: true },
): Promise<T> {
  return use(command, { ...opening, prepare: 'none' }, work);
}

/** Like `withStore`, but creates a missing database, whose name the work gets, and migrates older tables. It says so. */
export function prepareStore<T>(
  command: CliCommand,
  work: (store: Store, newFile?: string) => Promise<T>,
  opening: Opening = { patient: true },
): Promise<T> {
  const { context } = command;
  let newFile: string | undefined;
  return use(
    command,
    { ...opening, prepare: 'create' },
    (store) => work(store, newFile),
    ({ isNew, applied }, shown) => {
      if (isNew) newFile = shown;
      if (isNew) context.info(`New database at ${shown}`);
      else if (applied.length > 0) context.info(`Migrated the database ${shown}: applied ${applied.join(', ')}`);
    },
  );
}

/** Migrates the tables of `--database`. In PostgreSQL it also creates them; a missing file may be misspelt. */
export async function migrateStore(command: CliCommand): Promise<{ applied: readonly string[]; shown: string }> {
  const { isPostgres } = await import('../../store/address.js');
  const { database } = await command.settings(['database']);
  const prepare = isPostgres(database) ? 'create' : 'migrate';
  let done: { applied: readonly string[]; shown: string } = { applied: [], shown: '' };
  await use(
    command,
    { patient: true, prepare },
    async () => {},
    ({ applied }, shown) => {
      done = { applied, shown };
    },
  );
  return done;
}

/** A callback for what opening has changed, with the name of the database for messages. */
type Report = (prepared: Prepared, shown: string) => void;

async function use<T>(
  command: CliCommand,
  opening: Omit<OpenOptions, 'database'>,
  work: (store: Store) => Promise<T>,
  report: Report = () => {},
): Promise<T> {
  const { database, ...unread } = await command.settings(settingsOf('store'));
  unread satisfies NothingLeft;
  const { shownDatabase } = await import('../../store/address.js');
  const onPrepared = (prepared: Prepared) => {
    if (database !== ':memory:') report(prepared, shownDatabase(database));
  };
  const { openStore } = await import('../../store/open-store.js');
  return explainUnusable(database, async () => {
    const store = await openStore({ database, onPrepared, ...opening });
    try {
      return await work(store);
    } finally {
      await closeInTime(store, command.context);
    }
  });
}

/** Closes a store. A database that does not answer is left to the end of the process: nothing that it has stored is lost by that. */
async function closeInTime(store: Store, { interruptedBy }: Context): Promise<void> {
  const limit = setTimeout(interruptedBy ? GRACE : CLOSE_TIMEOUT, undefined, { ref: false });
  await Promise.race([store.close(), limit]);
}

/** @throws {CliError} when the database, or a file beside it, cannot be used */
async function explainUnusable<T>(database: string, work: () => Promise<T>): Promise<T> {
  const { explainFailure } = await import('../../store/open-store.js');
  const { UnusableDatabase } = await import('../../store/unusable-database.js');
  try {
    return await work();
  } catch (error) {
    const explained = await explainFailure(database, error);
    if (!(explained instanceof UnusableDatabase)) throw error;
    throw new CliError(error instanceof Failure ? error.definition.exit : 'other', explained.message);
  }
}

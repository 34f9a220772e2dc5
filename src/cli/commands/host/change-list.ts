import { Failure } from '../../../domain/failure.js';
import type { DatacardChangeRow } from '../../../model/datacard.js';
import { retry } from '../../../retry.js';
import type { Store } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { CliError } from '../../exit-status.js';
import { addStore, withStore } from '../../host/database.js';
import { wholeNumberOption } from '../../input/options.js';
import { interruptible } from '../../interrupt.js';
import type { Column } from '../../output/columns.js';
import { dateColumn, usesColumn } from '../../output/columns.js';
import { addOutput, createPrinter, printUntilFailure } from '../../output/print.js';

/** Lines per read. */
const PART = 1000;

/** Milliseconds: new lines are printed within a second. */
const READ_EVERY = 300;

const columns: Column<DatacardChangeRow>[] = [
  { name: 'id', value: (change) => change.id, align: 'right', tone: 'strong' },
  dateColumn('time', (change) => change.time),
  { name: 'action', value: (change) => change.action },
  { name: 'datacard', value: (change) => change.datacard_uid },
  { name: 'location', value: (change) => change.location_uid },
  usesColumn('uses_before', (change) => change.uses_before),
  usesColumn('uses_after', (change) => change.uses_after),
  { name: 'character', value: (change) => change.character_uid, wide: true },
  { name: 'client', value: (change) => change.client_id, wide: true },
  { name: 'request_id', value: (change) => change.request_id, wide: true },
];

interface Options {
  after: number;
  follow?: true;
}

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('changes', context)
    .description(
      'Lists the audit trail of datacards, oldest change first: who assigned and revoked how many uses, and where. -1 uses are ' +
        'unlimited. Ids grow in the order in which changes are stored: a program that stores the last id misses none ' +
        'when it continues with --after.\n\n' +
        '--follow prints each new change within a second, one a line, also as JSON, and waits while the database is away. A pipe ' +
        'that is closed ends it at the next change; a signal prints the id to continue after.',
    )
    .addOption(wholeNumberOption('--after <id>', 'only changes after this id', 0).default(0, 'all'))
    .option('--follow', 'continue with each new change as it is stored, until Ctrl-C')
    .example('svcapi changes --after 1200', 'the changes after one')
    .example('svcapi changes --json id,datacard,location,uses_after', 'four fields of all changes as JSON')
    .action((options: Options) => print(command, options));
  return addOutput(addStore(command), columns);
}

async function print(command: CliCommand, options: Options): Promise<void> {
  const { context } = command;
  const isEndless = options.follow === true;
  const printer = createPrinter(command, columns, { isEndless });
  const printAll = (store: Store) =>
    interruptible(context, '', async (signal) => {
      const changes = changesOf(context, store, options, signal);
      const failure = await printUntilFailure(changes, printer, 'There are no changes.');
      if (failure) throw failure.cause;
    });
  try {
    // Without `patient`, timeouts apply: a database that hangs is noticed.
    await withStore(command, printAll, { patient: !isEndless });
  } catch (error) {
    if (context.interruptedBy === undefined) throw error;
    throw new CliError('other', `interrupted by ${context.interruptedBy}: continue with --after ${options.after}`);
  }
}

/** Sets `options.after` to the id of each change once it is printed. */
async function* changesOf(
  context: Context,
  store: Store,
  options: Options,
  signal: AbortSignal,
): AsyncGenerator<DatacardChangeRow> {
  const read = () => store.auditTrail.after(options.after, PART, signal);
  for (;;) {
    const changes = await (options.follow ? untilAvailable(context, read, signal) : read());
    for (const change of changes) {
      signal.throwIfAborted();
      yield change;
      options.after = change.id;
    }
    if (changes.length > 0) continue;
    if (!options.follow) return;
    await context.io.sleep(READ_EVERY, signal);
  }
}

/** Retries until the database answers; throws if its file was replaced, since it never will. */
async function untilAvailable<T>(context: Context, read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const { UnusableDatabase } = await import('../../../store/unusable-database.js');
  const waitAfter = (error: unknown, failedBefore: number) => {
    if (!(error instanceof Failure && error.code === 'unavailable')) return undefined;
    if (error.cause instanceof UnusableDatabase) throw new CliError('other', error.cause.message);
    if (failedBefore === 0) context.info('The database does not answer: waiting until it does.');
    return READ_EVERY;
  };
  return retry(read, waitAfter, (wait) => context.io.sleep(wait, signal));
}

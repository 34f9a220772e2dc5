import { CliError, usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { confirm } from '../input/confirm.js';
import { interruptible } from '../interrupt.js';
import { ClosedPipe } from '../output/output.js';
import { createPrinter } from '../output/print.js';
import { printUntilFailure, withAdvice } from '../output/until-failure.js';
import { refuseXml } from '../service/call-route.js';
import { connectTo } from '../service/connect.js';
import { findService, type Service } from '../service/service.js';
import { contentId, keyMaker } from './batch-key.js';
import type { BatchOptions } from './batch-options.js';
import type { BatchAction } from './batch-row.js';
import { changeRow } from './change-row.js';
import { chooseRound } from './choose-round.js';
import { DryRun } from './dry-run.js';
import { Journal, journalPath, readJournal } from './journal.js';
import { readBatch } from './read-batch.js';
import { resultColumns, tableColumns } from './result.js';
import { retryTransient } from './retry-transient.js';
import { type Attempt, runRows, Tally } from './run-rows.js';

/**
 * Makes the changes of a batch, row by row, and prints the result of each.
 *
 * Rows are sent one after the other: in parallel, chance would decide which of them gets the last uses of a datacard. Each has
 * an idempotency key and, once acknowledged, a line in a journal. So an interrupted batch continues when it is run again, with
 * the same result as a single run.
 *
 * @param file the rows, as CSV or NDJSON; `-` is standard input
 */
export async function runBatch(
  command: CliCommand,
  action: BatchAction,
  file: string,
  { dryRun = false, batchId, again, batchFormat }: BatchOptions,
): Promise<void> {
  const { context } = command;
  command.fields = resultColumns.map((column) => column.name);
  const printer = createPrinter(command, resultColumns, { compact: tableColumns, paged: false });
  refuseXml(printer, '--batch');
  if (command.args.length > 0) throw usageError('with --batch, each row names its datacard; leave out the uid');
  const { tokenFile } = await command.settings(['tokenFile']);
  if (file === '-' && tokenFile === '-')
    throw usageError('standard input can only be read once; put the token into a file');

  const rows = await readBatch(context, action, file, batchFormat);
  const id = batchId ?? contentId(action, file, rows);
  const service = await findService(command);
  const path = journalPath(context, id);
  const done = await readJournal(path, service.url);
  const isAsked = batchId === undefined && !dryRun;
  const roundId = await chooseRound(context, { id, action, file, rows, done, again: again === true, isAsked });
  if (action === 'revoke' && !dryRun)
    await confirm(command, `Revoke datacards as the ${rows.length} rows of ${file} say?`);
  const journal = dryRun ? undefined : await Journal.open(path, service.url);
  const tally = new Tally(rows.length);
  try {
    const advice = () => tally.nextStep(dryRun);
    const work = async (signal: AbortSignal, late: AbortSignal) => {
      const attempt = createAttempt(context, service, journal, { signal, late });
      const run = { done, attempt, tally, dryRun, format: printer.format, signal };
      const results = runRows(context, rows, keyMaker(roundId, action), run);
      const failure = await printUntilFailure(results, printer, 'The batch has no rows.');
      if (failure) throw withAdvice(failure.cause, advice());
    };
    await interruptible(context, 'stopped between two rows', work, { advice });
    report(context, tally, dryRun, path);
  } catch (error) {
    // A closed pipe ends a listing quietly, but not a batch that is unfinished.
    if (!(error instanceof ClosedPipe) || dryRun || tally.rest === 0) throw error;
    throw new CliError('partly', `the reader of the results closed the pipe; ${tally.nextStep(dryRun)}`);
  } finally {
    await journal?.close();
  }
}

/** Returns a function that makes the change of a row or, without a journal, tries it. */
function createAttempt(
  context: Context,
  service: Service,
  journal: Journal | undefined,
  { signal, late }: { signal: AbortSignal; late: AbortSignal },
): Attempt {
  // A row that was sent is awaited, as long as that does not take long; it is repeated here, by its row.
  const connection = connectTo({ ...service, retry: false }, context, { signal: late });
  const trial = new DryRun(connection);
  const once: Attempt = async (row, key) => {
    if (!journal) return trial.change(row);
    const uses = await changeRow(connection, row, key);
    await journal.add(key, row, { ...uses, at: context.now() });
    return uses;
  };
  return service.retry ? (row, key) => retryTransient(context, signal, () => once(row, key)) : once;
}

function report(context: Context, tally: Tally, dryRun: boolean, path: string): void {
  const { already, failed, total } = tally;
  if (already > 0) {
    const [which, next] =
      already === total ? ['All', 'run with --again'] : [`${already} of ${total}`, 'give a new --batch-id'];
    context.info(`${which} rows were done before, according to ${path}; to do them again, ${next}.`);
  }
  if (dryRun) context.info('Nothing was changed: this was a dry run. It does not check whether the entities exist.');
  if (failed === 0) return;
  context.exit = 'partly';
  context.error(
    dryRun
      ? `${failed} of ${total} rows would fail`
      : `${failed} of ${total} rows failed; run the same command again to retry them`,
  );
}

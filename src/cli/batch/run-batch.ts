import { resolve } from 'node:path';
import { CliError, usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import { refuseXml } from '../connection/call-route.js';
import { connectTo } from '../connection/connect.js';
import { retryTransient } from '../connection/retries.js';
import { findService } from '../connection/service.js';
import type { Context } from '../context.js';
import { confirm } from '../input/confirm.js';
import { interruptible } from '../interrupt.js';
import { isoDate } from '../output/dates.js';
import { ClosedPipe } from '../output/output.js';
import { createPrinter, type Format } from '../output/print.js';
import { Progress } from '../output/progress.js';
import { printUntilFailure, withAdvice } from '../output/until-failure.js';
import { changeRow, type Outcome, type RowResult, refusalIn, resultColumns, resultTable } from './change.js';
import { DoneFile, type Uses } from './done-file.js';
import { DryRun } from './dry-run.js';
import { type BatchAction, type BatchRow, readBatch } from './rows.js';

/** The number of rows by outcome. */
class Tally {
  readonly #counts = new Map<Outcome, number>();
  readonly total: number;

  constructor(total: number) {
    this.total = total;
  }

  add(outcome: Outcome): void {
    this.#counts.set(outcome, this.of(outcome) + 1);
  }

  of(...outcomes: Outcome[]): number {
    return outcomes.reduce((sum, outcome) => sum + (this.#counts.get(outcome) ?? 0), 0);
  }
}

/**
 * Makes the changes of a batch, row by row, and prints the result of each.
 *
 * Rows are sent one after the other: in parallel, chance would decide which of them gets the last uses of a datacard. Each has
 * an idempotency key and, once acknowledged, a line in the file of what is done. So an interrupted batch continues when it is run
 * again, with the same result as a single run.
 *
 * @param file the rows, as CSV; `-` is standard input, which cannot be continued
 */
export async function runBatch(command: CliCommand, action: BatchAction, file: string, dryRun: boolean): Promise<void> {
  const { context } = command;
  command.fields = resultColumns.map((column) => column.name);
  const printer = createPrinter(command, resultColumns, { compact: resultTable, paged: false });
  refuseXml(printer, '--batch');
  if (command.args.length > 0) throw usageError('with --batch, each row names its datacard; leave out the uid');
  const { tokenFile } = await command.settings(['tokenFile']);
  if (file === '-' && tokenFile === '-')
    throw usageError('standard input can only be read once; put the token into a file');

  const rows = await readBatch(context, action, file);
  const service = await findService(command);
  if (action === 'revoke' && !dryRun)
    await confirm(command, `Revoke datacards as the ${rows.length} rows of ${file} say?`);
  const path = file === '-' ? undefined : `${resolve(context.io.cwd, file)}.done`;
  const done = path === undefined ? DoneFile.unnamed() : await DoneFile.open(path, action, service.url, dryRun);
  const tally = new Tally(rows.length);
  const advice = () => nextStep(tally, dryRun, path);
  try {
    await interruptible(
      context,
      'stopped between two rows',
      async (signal, late) => {
        // A row that was sent is awaited, as long as that does not take long; it is repeated here, by its row.
        const connection = connectTo({ ...service, retry: false }, context, { signal: late });
        const trial = new DryRun(connection);
        const attempt = async (row: BatchRow): Promise<Uses> => {
          if (dryRun) return trial.change(row);
          const uses = await changeRow(connection, row, done.keyOf(row));
          await done.add(row, { ...uses, at: context.now() });
          return uses;
        };
        const change = (row: BatchRow) =>
          service.retry ? retryTransient(context, signal, () => attempt(row)) : attempt(row);
        const results = runRows(context, rows, { change, done, tally, dryRun, format: printer.format, signal });
        const failure = await printUntilFailure(results, printer, 'The batch has no rows.');
        if (failure) throw withAdvice(failure.cause, advice());
      },
      { advice },
    );
    report(context, rows, done, tally, dryRun, file);
  } catch (error) {
    const isFinished = tally.of('done', 'already done', 'failed') === tally.total;
    // A closed pipe ends a listing quietly, but not a batch that is unfinished.
    if (!(error instanceof ClosedPipe) || dryRun || isFinished) throw error;
    throw new CliError('partly', `the reader of the results closed the pipe; ${advice()}`);
  } finally {
    await done.close();
  }
}

/** Returns the state of an unfinished batch and how to continue. */
function nextStep(tally: Tally, dryRun: boolean, path: string | undefined): string {
  if (dryRun) return 'nothing was changed: this was a dry run';
  const next =
    path === undefined
      ? 'send only the others: standard input is not continued'
      : 'run the same command again to continue';
  return `${tally.of('done', 'already done')} of ${tally.total} rows are done: ${next}`;
}

interface Run {
  change(row: BatchRow): Promise<Uses>;
  done: DoneFile;
  tally: Tally;
  dryRun: boolean;
  format: Format;
  /** Stops the batch before its next row; its reason is thrown. */
  signal: AbortSignal;
}

/**
 * Runs all rows and yields their results. After a refused row the next one follows.
 *
 * @throws errors that affect every row: no connection, no permission, a rate limit
 */
async function* runRows(context: Context, rows: readonly BatchRow[], run: Run): AsyncGenerator<RowResult> {
  const progress = new Progress(context, run.dryRun ? 'Trying' : 'Changing');
  const { isTerminal } = context.stdout;
  // On a terminal, formats other than the table print row by row, which shows the progress itself.
  const part = !isTerminal || run.format === 'table' ? (await import('../output/table.js')).PART : undefined;
  try {
    for (const [index, row] of rows.entries()) {
      run.signal.throwIfAborted();
      if (part !== undefined) progress.update(index / rows.length, `${index} of ${rows.length} rows`);
      const result = await resultOf(row, run);
      run.tally.add(result.result);
      const isPrinting = isTerminal && part !== undefined && index > 0 && index % part === 0;
      if (isPrinting) progress.end();
      yield result;
      if (isPrinting) await context.stdout.flush();
    }
  } finally {
    progress.end();
  }
}

async function resultOf(row: BatchRow, { done, change, dryRun }: Run): Promise<RowResult> {
  const earlier = done.find(row);
  const none = { error: null, message: null };
  if (earlier) return { ...row, result: 'already done', before: earlier.before, after: earlier.after, ...none };
  try {
    const { before, after } = await change(row);
    return { ...row, result: dryRun ? 'would be done' : 'done', before, after, ...none };
  } catch (error) {
    const refused = refusalIn(error);
    if (!refused) throw error;
    return { ...row, result: dryRun ? 'would fail' : 'failed', before: null, after: null, ...refused };
  }
}

function report(
  context: Context,
  rows: readonly BatchRow[],
  done: DoneFile,
  tally: Tally,
  dryRun: boolean,
  file: string,
): void {
  const { total } = tally;
  const already = tally.of('already done');
  const failed = tally.of('failed', 'would fail');
  if (already === total) {
    const last = rows.reduce((latest, row) => Math.max(latest, done.find(row)?.at ?? 0), 0);
    context.info(`All ${total} rows were done on ${isoDate(last).slice(0, 10)}; delete ${file}.done to do them again.`);
  } else if (already > 0) {
    context.info(`${already} of ${total} rows were done before, according to ${file}.done.`);
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

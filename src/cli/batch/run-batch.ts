import { resolve } from 'node:path';
import type { CliCommand } from '../command.js';
import { refuseXml } from '../connection/call-route.js';
import { type Connection, connectTo } from '../connection/connect.js';
import { findService } from '../connection/service.js';
import { CliError, usageError } from '../exit-status.js';
import { confirm } from '../input/confirm.js';
import { interruptible } from '../interrupt.js';
import { isoDate } from '../output/dates.js';
import { withAdvice } from '../output/explain-error.js';
import { ClosedPipe } from '../output/output.js';
import { createPrinter, printUntilFailure } from '../output/print.js';
import { Progress } from '../output/progress.js';
import { changeRow, notSent, type Outcome, type RowResult, refusalIn, resultColumns } from './change.js';
import { DoneFile } from './done-file.js';
import { type BatchAction, type BatchRow, readBatch } from './rows.js';

/**
 * Sends rows one after the other: in parallel, chance would decide which of them gets the last uses of a datacard. Each has an
 * idempotency key and, once acknowledged, a line in the done file, so that an interrupted batch continues when it is run again.
 */
export async function runBatch(command: CliCommand, action: BatchAction, file: string, dryRun = false): Promise<void> {
  const { context } = command;
  command.fields = resultColumns.map((column) => column.name);
  const printer = createPrinter(command, resultColumns);
  refuseXml(printer, '--batch');
  if (command.args.length > 0) throw usageError('with --batch, each row names its datacard; leave out the uid');
  const { tokenFile } = await command.settings(['tokenFile']);
  if (file === '-' && tokenFile === '-')
    throw usageError('standard input can only be read once; put the token into a file');

  const rows = await readBatch(context, action, file);
  const total = rows.length;
  const service = await findService(command);
  if (action === 'revoke' && !dryRun) await confirm(command, `Revoke datacards as the ${total} rows of ${file} say?`);
  const path = file === '-' ? undefined : `${resolve(context.io.cwd, file)}.done`;
  const done = await DoneFile.open(path, action, service.url, dryRun);
  const outcomes: Outcome[] = [];
  const count = (...wanted: Outcome[]) => outcomes.filter((outcome) => wanted.includes(outcome)).length;
  const advice = () => {
    const next = path
      ? 'run the same command again to continue'
      : 'send only the others: standard input is not continued';
    return `${count('done', 'already done')} of ${total} rows are done: ${next}`;
  };

  async function change(row: BatchRow, connection: Connection): Promise<RowResult> {
    const none = { error: null, message: null };
    const earlier = done.find(row);
    if (earlier) return { ...row, result: 'already done', before: earlier.before, after: earlier.after, ...none };
    if (dryRun) return notSent(row);
    try {
      const uses = await changeRow(connection, row, done.keyOf(row));
      await done.add(row, { ...uses, at: context.now() });
      return { ...row, result: 'done', ...uses, ...none };
    } catch (error) {
      const refused = refusalIn(error);
      if (!refused) throw error;
      return { ...row, result: 'failed', before: null, after: null, ...refused };
    }
  }

  /** Continues after a refused row; throws an error that affects every row. */
  async function* results(signal: AbortSignal, late: AbortSignal): AsyncGenerator<RowResult> {
    // `late` gives a row that was sent some time to finish.
    const connection = connectTo(service, context, late);
    const progress = new Progress(context, 'Changing');
    try {
      for (const [index, row] of rows.entries()) {
        signal.throwIfAborted();
        progress.update(index / total, `${index} of ${total} rows`);
        const result = await change(row, connection);
        outcomes.push(result.result);
        yield result;
      }
    } finally {
      progress.end();
    }
  }

  function report(): void {
    const already = count('already done');
    const failed = count('failed');
    if (already === total) {
      const last = rows.reduce((latest, row) => Math.max(latest, done.find(row)?.at ?? 0), 0);
      context.info(
        `All ${total} rows were done on ${isoDate(last).slice(0, 10)}; delete ${file}.done to do them again.`,
      );
    } else if (already > 0) {
      context.info(`${already} of ${total} rows were done before, according to ${file}.done.`);
    }
    if (failed === 0) return;
    context.exit = 'partly';
    context.error(`${failed} of ${total} rows failed; run the same command again to retry them`);
  }

  try {
    await interruptible(
      context,
      'stopped between two rows',
      async (signal, late) => {
        const failure = await printUntilFailure(results(signal, late), printer, 'The batch has no rows.');
        if (failure) throw withAdvice(failure.cause, advice());
      },
      { advice },
    );
    report();
  } catch (error) {
    // A closed pipe ends a listing quietly, but not a batch that is unfinished.
    if (!(error instanceof ClosedPipe) || outcomes.length === total) throw error;
    throw new CliError('partly', `the reader of the results closed the pipe; ${advice()}`);
  } finally {
    await done.close();
  }
}

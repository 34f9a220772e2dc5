import type { Context } from '../context.js';
import type { Format } from '../output/print.js';
import { Progress } from '../output/progress.js';
import type { BatchRow } from './batch-row.js';
import type { DoneRow, Uses } from './journal.js';
import { type RowResult, refusal, refusalIn, success } from './result.js';

/** Makes the change of a row, or tries it. */
export type Attempt = (row: BatchRow, key: string) => Promise<Uses>;

/** The number of rows by result. */
export class Tally {
  readonly total: number;
  done = 0;
  already = 0;
  failed = 0;

  constructor(total: number) {
    this.total = total;
  }

  count({ result }: RowResult): void {
    if (result === 'already done') this.already++;
    else if (result === 'done' || result === 'would be done') this.done++;
    else this.failed++;
  }

  get rest(): number {
    return this.total - this.done - this.already - this.failed;
  }

  /** Returns the state of an unfinished batch and how to continue. */
  nextStep(dryRun: boolean): string {
    if (dryRun) return 'nothing was changed: this was a dry run';
    return `${this.done + this.already} of ${this.total} rows are done: run the same command again to continue`;
  }
}

interface Run {
  /** Rows that an earlier run has done, by key. */
  done: ReadonlyMap<string, DoneRow>;
  attempt: Attempt;
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
export async function* runRows(
  context: Context,
  rows: readonly BatchRow[],
  keyOf: (row: BatchRow) => string,
  run: Run,
): AsyncGenerator<RowResult> {
  const progress = new Progress(context, run.dryRun ? 'Trying' : 'Changing');
  const { isTerminal } = context.stdout;
  // On a terminal, formats other than the table print row by row, which shows the progress itself.
  const part = isTerminal ? await partOf(run.format) : Number.POSITIVE_INFINITY;
  try {
    for (const [index, row] of rows.entries()) {
      run.signal.throwIfAborted();
      if (part !== undefined) progress.update(index / rows.length, `${index} of ${rows.length} rows`);
      const result = await resultOf(row, keyOf(row), run);
      run.tally.count(result);
      const isPrinting = part !== undefined && index > 0 && index % part === 0;
      if (isPrinting) progress.end();
      yield result;
      if (isPrinting) await context.stdout.flush();
    }
  } finally {
    progress.end();
  }
}

/** Returns the number of rows that are printed together; undefined for formats that print each row at once. */
async function partOf(format: Format): Promise<number | undefined> {
  return format === 'table' ? (await import('../output/table.js')).PART : undefined;
}

async function resultOf(row: BatchRow, key: string, { done, attempt, dryRun }: Run): Promise<RowResult> {
  const earlier = done.get(key);
  if (earlier) return success(row, 'already done', earlier);
  try {
    return success(row, dryRun ? 'would be done' : 'done', await attempt(row, key));
  } catch (error) {
    const refused = refusalIn(error);
    if (!refused) throw error;
    return refusal(row, dryRun ? 'would fail' : 'failed', refused);
  }
}

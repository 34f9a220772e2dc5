import { usageError } from '../cli-error.js';
import type { Context } from '../context.js';
import { ask } from '../input/confirm.js';
import { isoDate } from '../output/iso-date.js';
import { keyMaker } from './batch-key.js';
import type { BatchAction, BatchRow } from './batch-row.js';
import type { DoneRow } from './journal.js';

/** Seconds for which a finished batch can be run again without a question: its caller may have missed the end. */
const DAY = 86_400;

interface Batch {
  id: string;
  action: BatchAction;
  file: string;
  rows: readonly BatchRow[];
  /** The rows that are done, by key. */
  done: ReadonlyMap<string, DoneRow>;
  /** Begin another round after the last one. */
  again: boolean;
  /** Ask for another round when the last one is finished for more than a day. */
  isAsked: boolean;
}

/**
 * Returns the id whose keys a batch uses: its own, or that of a round of `--again`. A round that is not finished is continued,
 * whatever the options are.
 *
 * @throws {CliError} when all rows were done long ago, and nobody has confirmed that they are wanted again
 */
export async function chooseRound(context: Context, batch: Batch): Promise<string> {
  const { id, action, file, rows, done, again, isAsked } = batch;
  let last: { id: string; at: number } | undefined;
  for (let round = 1; ; round++) {
    const roundId = round === 1 ? id : `${id}~${round}`;
    const keyOf = keyMaker(roundId, action);
    const found = rows.map((row) => done.get(keyOf(row)));
    const isBegun = found.some((row) => row !== undefined);
    if (isBegun && found.every((row) => row !== undefined)) {
      last = { id: roundId, at: found.reduce((latest, { at }) => Math.max(latest, at), 0) };
      continue;
    }
    if (!last || again || isBegun) return roundId;
    if (!isAsked || context.now() - last.at < DAY) return last.id;
    await askAgain(context, file, `all ${rows.length} rows of ${file} were done on ${isoDate(last.at)}`);
    return roundId;
  }
}

async function askAgain(context: Context, file: string, state: string): Promise<void> {
  const { stdin, stderr } = context.io;
  if (file === '-' || stdin.isTTY !== true || stderr.isTTY !== true)
    throw usageError(`${state}; run again with --again to do them once more`);
  await ask(context, `${state.replace('all', 'All')}. Do them once more?`);
}

import { type FetchPage, walkRuns } from '../../client/walk-credit-log.js';
import type { Context } from '../context.js';
import { Progress } from '../output/progress.js';
import type { Transaction } from './transaction.js';

/** A part of a credit log: after an id, and within two times, in Unix seconds, both of which it includes. */
export interface Part {
  after: number;
  since?: number | undefined;
  until?: number | undefined;
}

/** A walk through a credit log. */
export interface Walk {
  rows: AsyncGenerator<Transaction>;
  /** Returns the id of the last transaction that was read, to continue after. */
  last(): number;
}

/**
 * Walks through a credit log, with a progress bar.
 *
 * @param isQuiet show no bar: the rows go to the same terminal
 */
export function walkCreditLog(
  context: Context,
  fetch: FetchPage<Transaction>,
  { after, since = 0, until = Number.POSITIVE_INFINITY }: Part,
  { isQuiet }: { isQuiet: boolean },
): Walk {
  let last = after;
  async function* rows(): AsyncGenerator<Transaction> {
    const progress = new Progress(context, 'Reading the credit log');
    const showsProgress = !isQuiet && context.io.stderr.isTTY === true;
    let count = 0;
    let span: Span | undefined;
    try {
      for await (const run of walkRuns(fetch, after)) {
        for (const transaction of run) {
          if (transaction.time >= since && transaction.time <= until) yield transaction;
          last = transaction.id;
        }
        if (!showsProgress) continue;
        count += run.length;
        span ??= await findSpan(fetch, run);
        progress.update(fractionOf(span, last), `${count.toLocaleString('en')} transactions`);
      }
    } finally {
      progress.end();
    }
  }
  return { rows: rows(), last: () => last };
}

/** The range of ids, from which the progress is computed. */
interface Span {
  first: number;
  newest: number;
}

async function findSpan(fetch: FetchPage<Transaction>, [first]: Transaction[]): Promise<Span> {
  const [newest] = (await fetch({ start_id: 0, item_count: 1 })).transactions;
  return { first: first?.id ?? 0, newest: newest?.id ?? 0 };
}

function fractionOf({ first, newest }: Span, last: number): number | undefined {
  return newest > first ? (last - first) / (newest - first) : undefined;
}

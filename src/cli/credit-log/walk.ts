import { type FetchPage, walkRuns } from '../../client/walk-credit-log.js';
import type { Context } from '../context.js';
import { Progress } from '../output/progress.js';
import type { Transaction } from './transaction.js';

/** A walk through a credit log. */
export interface Walk {
  rows: AsyncGenerator<Transaction>;
  /** Returns the id of the last transaction that was yielded, to continue from. */
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
  { since, isQuiet }: { since: number; isQuiet: boolean },
): Walk {
  let last = since;
  async function* rows(): AsyncGenerator<Transaction> {
    const progress = new Progress(context, 'Reading the credit log');
    const showsProgress = !isQuiet && context.io.stderr.isTTY === true;
    let count = 0;
    let span: Span | undefined;
    try {
      for await (const run of walkRuns(fetch, since)) {
        for (const transaction of run) {
          yield transaction;
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

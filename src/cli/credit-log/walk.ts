import { type FetchPage, walkRuns } from '../../client/pagination.js';
import type { Context } from '../context.js';
import { Progress } from '../output/progress.js';
import { idOf, type Transaction, timeOf } from './transaction.js';

/** `after` is an id. The times are in Unix seconds, both inclusive. */
export interface Part {
  after: number;
  since?: number | undefined;
  until?: number | undefined;
}

/**
 * Yields the oldest first. `isQuiet` hides the progress bar, for rows that go to the same terminal.
 *
 * @param onRead gets the id of each transaction read, also outside the two times
 */
export async function* walkCreditLog(
  context: Context,
  fetch: FetchPage<Transaction>,
  { after, since = 0, until = Number.POSITIVE_INFINITY }: Part,
  isQuiet: boolean,
  onRead: (id: number) => void = () => {},
): AsyncGenerator<Transaction> {
  const progress = new Progress(context, 'Reading the credit log');
  let count = 0;
  try {
    for await (const run of walkRuns(fetch, after, idOf)) {
      for (const transaction of run) {
        const time = timeOf(transaction);
        if (time >= since && time <= until) yield transaction;
        onRead(idOf(transaction));
      }
      count += run.length;
      if (!isQuiet) progress.update(undefined, `${count.toLocaleString('en')} transactions`);
    }
  } finally {
    progress.end();
  }
}

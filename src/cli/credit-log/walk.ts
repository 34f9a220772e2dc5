import { MAX_ITEMS, RUN_LENGTH } from '../../domain/credit-log.js';
import { CliError } from '../cli-error.js';
import type { Page, Transaction } from './transaction.js';

/** Which page is asked for, as the route spells it. */
export interface PageQuery {
  start_id?: number | undefined;
  start_index?: number | undefined;
  item_count?: number | undefined;
}

export type FetchPage = (query: PageQuery) => Promise<Page>;

/**
 * Walks a credit log from the transaction after one id to the newest, a run after the other, each oldest first.
 *
 * The run for an id N is the oldest 1000 with an id of at least N. Asked for with the id after the last one seen, each
 * run begins where the one before it ended: nothing is lost or doubled however many transactions arrive meanwhile, since
 * they come at the end. A run that is not full is the last one; what arrives after it was asked for is the next walk's.
 *
 * Every step gets to a higher id, so that the walk of a log that ends comes to an end, whatever the server says.
 *
 * @param since the id of the last transaction that is known; 0 for none
 * @throws {CliError} when the answers contradict each other
 */
export async function* walkRuns(fetch: FetchPage, since: number): AsyncGenerator<Transaction[]> {
  let last = since;
  for (;;) {
    const { transactions, isLast } = await readRun(fetch, last + 1);
    const newest = transactions[0];
    if (newest) {
      last = newest.id;
      yield transactions.reverse();
    }
    if (isLast) return;
  }
}

/** A run, newest first. One that did not come in a single page is read page by page. */
async function readRun(fetch: FetchPage, startId: number): Promise<{ transactions: Transaction[]; isLast: boolean }> {
  const transactions: Transaction[] = [];
  for (let read = 0; ; ) {
    const page = await fetch({ start_id: startId, start_index: read + 1, item_count: MAX_ITEMS });
    checkPage(page, startId, read);
    read += page.transactions.length;
    // When the run grows, what was seen already comes once more: the pages of what is left have shifted.
    const oldest = transactions.at(-1)?.id ?? Number.POSITIVE_INFINITY;
    transactions.push(...page.transactions.filter(({ id }) => id < oldest));
    if (read < page.total) continue;
    return { transactions, isLast: page.total < RUN_LENGTH && page.total <= transactions.length };
  }
}

/** @throws {CliError} when a page cannot be what was asked for */
function checkPage({ total, transactions }: Page, startId: number, read: number): void {
  if (total > RUN_LENGTH) throw contradiction(`a run of ${total}, where ${RUN_LENGTH} is the most`);
  if (transactions.length > Math.max(0, total - read)) throw contradiction('more transactions than it counts');
  if (transactions.length === 0 && read < total) throw contradiction('fewer transactions than it counts');
  let newer = Number.POSITIVE_INFINITY;
  for (const { id } of transactions) {
    if (id < startId) throw contradiction(`transaction ${id} when asked for those from ${startId}`);
    if (id >= newer) throw contradiction(`transaction ${id} after ${newer}, which is not newest first`);
    newer = id;
  }
}

function contradiction(what: string): CliError {
  return new CliError('server', `the server contradicts itself: it shows ${what}`);
}

import { MAX_ITEMS, RUN_LENGTH } from '../domain/list-page.js';
import { WrongAnswer } from './errors.js';

/** The query of a page, as the route spells it. */
export interface PageQuery {
  start_id?: number | undefined;
  start_index?: number | undefined;
  item_count?: number | undefined;
}

/** A transaction, in any shape that has its id. */
interface Identified {
  id: number;
}

/** A page of a run of a credit log, newest first. */
export interface Page<T> {
  /** The number of transactions in the run. */
  total: number;
  transactions: T[];
}

export type FetchPage<T extends Identified> = (query: PageQuery) => Promise<Page<T>>;

/**
 * Walks through a credit log from the transaction after an id to the newest, run by run, each oldest first.
 *
 * The run of an id N is the oldest 1000 transactions with an id of at least N. Each run starts at the id after the last one
 * seen, so no transaction is lost or repeated: new ones are added at the end. A run that is not full is the last one.
 *
 * Each step moves to a higher id, so the walk ends, whatever the server answers.
 *
 * @param since the id of the last known transaction; 0 for none
 * @throws {WrongAnswer} if the answers contradict each other
 */
export async function* walkRuns<T extends Identified>(fetch: FetchPage<T>, since: number): AsyncGenerator<T[]> {
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

/** Reads a run, newest first, page by page. */
async function readRun<T extends Identified>(
  fetch: FetchPage<T>,
  startId: number,
): Promise<{ transactions: T[]; isLast: boolean }> {
  const transactions: T[] = [];
  for (let read = 0; ; ) {
    const page = await fetch({ start_id: startId, start_index: read + 1, item_count: MAX_ITEMS });
    checkPage(page, startId, read);
    read += page.transactions.length;
    // When the run grows meanwhile, pages shift, and transactions that were read already come again.
    const oldest = transactions.at(-1)?.id ?? Number.POSITIVE_INFINITY;
    transactions.push(...page.transactions.filter(({ id }) => id < oldest));
    if (read < page.total) continue;
    return { transactions, isLast: page.total < RUN_LENGTH && page.total <= transactions.length };
  }
}

/** @throws {WrongAnswer} if a page does not match its query */
function checkPage({ total, transactions }: Page<Identified>, startId: number, read: number): void {
  if (total > RUN_LENGTH) throw contradiction(`a run of ${total}, although ${RUN_LENGTH} is the maximum`);
  if (transactions.length > Math.max(0, total - read)) throw contradiction('more transactions than it counts');
  if (transactions.length === 0 && read < total) throw contradiction('fewer transactions than it counts');
  let newer = Number.POSITIVE_INFINITY;
  for (const { id } of transactions) {
    if (id < startId) throw contradiction(`transaction ${id} when asked for those from ${startId}`);
    if (id >= newer) throw contradiction(`transaction ${id} after ${newer}, which is not newest first`);
    newer = id;
  }
}

function contradiction(what: string): WrongAnswer {
  return new WrongAnswer(`contradicts itself: it shows ${what}`);
}

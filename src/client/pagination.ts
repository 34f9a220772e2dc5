import { MAX_ITEMS, RUN_LENGTH } from '../domain/list-page.js';
import { WrongAnswer } from './errors.js';
import type { ListedEvent } from './types.js';

export interface PageQuery {
  start_id?: number;
  item_count?: number;
}

/** Reads a page, newest first, with the number of transactions in its run. */
export type FetchPage<T> = (query: PageQuery) => Promise<{ total: number; transactions: T[] }>;

/**
 * Yields runs, each oldest first. The run of an id N is the oldest 1000 transactions with an id of at least N, in one page.
 * Each run starts after the last id seen, so no transaction is lost or repeated, and the walk ends whatever the server answers.
 */
export async function* walkRuns<T>(
  fetch: FetchPage<T>,
  since: number,
  idOf: (transaction: T) => number,
): AsyncGenerator<T[]> {
  for (let last = since; ; ) {
    const { total, transactions } = await fetch({ start_id: last + 1, item_count: RUN_LENGTH });
    const run = transactions.reverse();
    if (run.length !== total) {
      throw new WrongAnswer(`contradicts itself: it shows ${run.length} transactions of a run of ${total}`);
    }
    for (const id of run.map(idOf)) {
      if (!(id > last))
        throw new WrongAnswer(`contradicts itself: it shows transaction ${id} in the place of one after ${last}`);
      last = id;
    }
    if (run.length > 0) yield run;
    if (total < RUN_LENGTH) return;
  }
}

/** Reads a page, newest first, with the number of all events. */
type FetchEvents = (
  page: Record<'start_index' | 'item_count', number>,
) => Promise<{ total: number; events: readonly ListedEvent[] }>;

/** Yields pages without repeated events: events that arrive during the walk shift the pages. */
export async function* walkEvents(fetch: FetchEvents): AsyncGenerator<ListedEvent[]> {
  let last: ListedEvent | undefined;
  for (let read = 0; ; ) {
    const { total, events } = await fetch({ start_index: read, item_count: MAX_ITEMS });
    read += events.length;
    const older = events.filter((event) => last === undefined || isOlder(event, last));
    yield older;
    last = older.at(-1) ?? last;
    if (read >= total || events.length === 0) return;
  }
}

/** Events of the same second are in the order of their numbers. */
function isOlder(event: ListedEvent, other: ListedEvent): boolean {
  const later = Number(other.time.timestamp) - Number(event.time.timestamp);
  return later === 0 ? numberOf(event) < numberOf(other) : later > 0;
}

function numberOf({ attributes }: ListedEvent): number {
  return Number(attributes.uid.split(':')[1]);
}

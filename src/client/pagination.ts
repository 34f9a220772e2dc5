import { MAX_ITEMS, RUN_LENGTH } from '../domain/list-page.js';
import { WrongAnswer } from './errors.js';
import type { ListedEvent } from './types.js';

/** The query of a page of a credit log, as the route spells it. */
export interface PageQuery {
  start_id?: number;
  item_count?: number;
}

/** Reads a page of a credit log, newest first, with the number of transactions in its run; they can have any shape with an id. */
export type FetchPage<T extends { id: number }> = (query: PageQuery) => Promise<{ total: number; transactions: T[] }>;

/**
 * Walks through a credit log from the transaction after an id to the newest, run by run, each oldest first.
 *
 * The run of an id N is the oldest 1000 transactions with an id of at least N, which are one page. Each run starts at the id
 * after the last one seen, so no transaction is lost or repeated: new ones are added at the end. A run that is not full is the
 * last one. Each step moves to a higher id, so the walk ends, whatever the server answers.
 *
 * @param since the id of the last known transaction; 0 for none
 * @throws {WrongAnswer} if the answers contradict each other
 */
export async function* walkRuns<T extends { id: number }>(fetch: FetchPage<T>, since: number): AsyncGenerator<T[]> {
  for (let last = since; ; ) {
    const { total, transactions } = await fetch({ start_id: last + 1, item_count: RUN_LENGTH });
    const run = transactions.reverse();
    if (run.length !== total) {
      throw new WrongAnswer(`contradicts itself: it shows ${run.length} transactions of a run of ${total}`);
    }
    for (const { id } of run) {
      if (id <= last)
        throw new WrongAnswer(`contradicts itself: it shows transaction ${id} in the place of one after ${last}`);
      last = id;
    }
    if (run.length > 0) yield run;
    if (total < RUN_LENGTH) return;
  }
}

/** A page of events, newest first. */
export interface EventPage {
  /** The number of all events. */
  total: number;
  events: readonly ListedEvent[];
}

/** The maximum number of pages in a row that hold nothing new. */
const MAX_REPEATS = 10;

/**
 * Walks through events from the newest to the oldest.
 *
 * Events that arrive meanwhile shift the pages, so those that were seen already come again, and are left out.
 *
 * @throws {WrongAnswer} if the server repeats the same events
 */
export async function* walkEvents(
  fetch: (page: { start_index: number; item_count: number }) => Promise<EventPage>,
): AsyncGenerator<ListedEvent> {
  let last: ListedEvent | undefined;
  let repeats = 0;
  for (let read = 0; ; ) {
    const { total, events } = await fetch({ start_index: read, item_count: MAX_ITEMS });
    read += events.length;
    const older = events.filter((event) => last === undefined || isOlder(event, last));
    yield* older;
    last = older.at(-1) ?? last;
    if (read >= total || events.length === 0) return;
    repeats = older.length === 0 ? repeats + 1 : 0;
    if (repeats === MAX_REPEATS) throw new WrongAnswer('repeats the same events');
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

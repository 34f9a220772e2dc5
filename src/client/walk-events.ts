import { MAX_ITEMS } from '../domain/list-page.js';
import { WrongAnswer } from './errors.js';
import type { ListedEvent } from './types.js';

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

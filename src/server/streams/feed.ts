import type { Arrival, ArrivalSpan } from '../../store/store.js';
import { turn } from '../../turn.js';
import type { OpenStream } from './open-stream.js';

/** The maximum number of arrivals that are read at a time. Those that a client does not take are read again for it. */
const PAGE = 100;

/** The maximum number of messages that a page can make: tokens are checked between two pages. */
const MESSAGES = 10_000;

/** The number of messages or writes after which others have their turn. */
export const TURN_AFTER = 20;

/** Reads the arrivals for some characters behind a place, up to another. */
export type ReadArrivals = (
  range: { after: number; upTo: number },
  characterUids: readonly string[],
) => Promise<Arrival<object>[]>;

/** The open streams of one kind, which one query serves all together. */
export class Feed {
  readonly streams = new Set<OpenStream>();
  readonly #read: ReadArrivals;

  constructor(read: ReadArrivals) {
    this.#read = read;
  }

  /**
   * Sends a page of what has arrived: first to the streams that have come furthest, so that those which have much to catch
   * up with delay nobody, and then to these.
   *
   * @returns true if there is more to send
   */
  async advance({ first, last }: ArrivalSpan, now: number): Promise<boolean> {
    for (const stream of this.streams) stream.resume();
    const waiting = () => [...this.streams].filter((stream) => stream.place < last && !stream.isBlocked);
    const behind = waiting();
    if (behind.length === 0) return false;
    for (const stream of behind) if (stream.place < first - 1) stream.resetTo(first - 1);
    const furthest = behind.reduce((most, { place }) => Math.max(most, place), 0);
    const late = behind.filter(({ place }) => place < furthest);
    await this.#sendPage(
      behind.filter(({ place }) => place === furthest),
      furthest,
      last,
      now,
    );
    if (late.length > 0) {
      const lowest = late.reduce((least, { place }) => Math.min(least, place), furthest);
      await this.#sendPage(late, lowest, last, now);
    }
    return waiting().length > 0;
  }

  async #sendPage(streams: readonly OpenStream[], after: number, last: number, now: number): Promise<void> {
    const most = Math.max(1, Math.min(PAGE, Math.floor(MESSAGES / streams.length)));
    const upTo = Math.min(after + most, last);
    const served = streams.filter(({ place }) => place < upTo);
    const byCharacter = groupByCharacter(served);
    let done = 0;
    for (const arrival of await this.#read({ after, upTo }, [...byCharacter.keys()])) {
      const receivers =
        arrival.item === undefined ? served : arrival.characterUids.flatMap((uid) => byCharacter.get(uid) ?? []);
      for (const stream of receivers) {
        if (++done % TURN_AFTER === 0) await turn();
        if (this.streams.has(stream)) stream.send(arrival, now);
      }
    }
    for (const stream of served) {
      if (++done % TURN_AFTER === 0) await turn();
      if (!this.streams.has(stream)) continue;
      stream.reach(upTo);
      stream.flush(now);
    }
  }
}

function groupByCharacter(streams: readonly OpenStream[]): Map<string, OpenStream[]> {
  const groups = new Map<string, OpenStream[]>();
  for (const stream of streams) {
    const group = groups.get(stream.characterUid);
    if (group) group.push(stream);
    else groups.set(stream.characterUid, [stream]);
  }
  return groups;
}

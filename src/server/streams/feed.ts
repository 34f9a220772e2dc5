import type { Arrival, ArrivalSpan } from '../../store/store.js';
import type { OpenStream } from './open-stream.js';

/** The maximum number of arrivals that are read at a time. */
const PAGE = 1000;

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
    const upTo = Math.min(after + PAGE, last);
    const served = streams.filter(({ place }) => place < upTo);
    const byCharacter = groupByCharacter(served);
    for (const arrival of await this.#read({ after, upTo }, [...byCharacter.keys()])) {
      const receivers =
        arrival.item === undefined ? served : arrival.characterUids.flatMap((uid) => byCharacter.get(uid) ?? []);
      for (const stream of receivers) if (this.streams.has(stream)) stream.send(arrival, now);
    }
    for (const stream of served) {
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

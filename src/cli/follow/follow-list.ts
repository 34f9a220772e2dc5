import { ServiceError, Unreachable } from '../../client/errors.js';
import type { FollowOptions } from '../../client/follow-stream.js';
import type { RawRequest } from '../../client/request.js';
import type { Context } from '../context.js';
import type { Connection } from '../service/connect.js';

/** A list whose new items can be followed. */
export interface FollowedList<Item> {
  /** The request of its stream. */
  request: RawRequest;
  /** The id of the item to continue behind; undefined to begin now. */
  after: string | undefined;
  /** Reads the newest items, newest first. */
  newest(): Promise<readonly Item[]>;
  /** Returns what an item differs in from all others. */
  keyOf(item: Item): unknown;
  /** The command that lists the items, for messages. */
  command: string;
}

/** The time in which a stream must begin, in milliseconds. */
const BEGIN_WITHIN = 10_000;

/** The time between two readings where no stream arrives, in milliseconds: a call limit of 600 an hour allows one each 6 s. */
const ASK_EVERY = 10_000;

/** Nothing of a stream has arrived in time. */
class NothingArrives extends Error {}

/**
 * Yields each new item of a list, until the program ends. Where nothing of the stream arrives, since something between gathers
 * answers before it passes them on, it reads the list every few seconds.
 *
 * @throws as a call, for an error that another try would not change
 */
export async function* followList<Item>(
  context: Context,
  connection: Connection,
  list: FollowedList<Item>,
): AsyncGenerator<Item> {
  const opening = new AbortController();
  const waiting = new AbortController();
  context.io.sleep(BEGIN_WITHIN, waiting.signal).then(
    () => opening.abort(new NothingArrives()),
    () => {},
  );
  const options: FollowOptions = {
    lastEventId: list.after,
    onPlace: () => waiting.abort(),
    onReset: () =>
      context.info(`Warning: items may be missing here, since they were removed; read them with ${list.command}.`),
  };
  try {
    yield* connection.follow<Item>({ ...list.request, signal: opening.signal }, options);
  } catch (error) {
    if (!(error instanceof NothingArrives)) throw error;
  } finally {
    waiting.abort();
  }
  context.info('Nothing of the stream arrives, as behind a proxy that gathers answers. Asking every 10 s instead.');
  yield* askForNew(context, list);
}

/** Yields what is new in a list each time that it is read. A transient error is made up for by the next reading. */
async function* askForNew<Item>(context: Context, { newest, keyOf }: FollowedList<Item>): AsyncGenerator<Item> {
  let known = new Set((await newest()).map(keyOf));
  for (;;) {
    await context.io.sleep(ASK_EVERY);
    try {
      const items = await newest();
      yield* items.filter((item) => !known.has(keyOf(item))).reverse();
      known = new Set([...known, ...items.map(keyOf)]);
    } catch (error) {
      if (!(error instanceof Unreachable || (error instanceof ServiceError && error.status >= 500))) throw error;
    }
  }
}

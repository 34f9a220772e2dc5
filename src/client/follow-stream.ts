import { WrongAnswer } from './errors.js';
import { readMessages } from './read-messages.js';
import type { CallOptions } from './request.js';
import { type RetryPolicy, retrying, waitBefore } from './retry.js';
import type { OpenAnswer } from './transport/transport.js';
import { parseJson } from './unknown-record.js';

/** Options of a stream. */
export interface FollowOptions extends CallOptions {
  /** The id of the last known item, to continue behind it, or a place of `onPlace`; by default the stream begins now. */
  lastEventId?: string | undefined;
  /** Is called when items may be missing before the next one, since they were removed: read the list. */
  onReset?: (() => void | Promise<void>) | undefined;
  /** Is called with the place from which a later stream continues: with that of an item when the program asks for the next one. */
  onPlace?: ((lastEventId: string) => void | Promise<void>) | undefined;
}

/** The maximum length of a message, in characters. */
const MAX_MESSAGE = 1024 * 1024;

/** The wait before a stream is opened again, in milliseconds, until the service names another. */
const REOPEN_AFTER = 1000;

/**
 * Yields the items of a stream, and opens it again where it left off when it ends. Errors before it was open are thrown as those of
 * a call; later it is tried as long as the errors are transient.
 *
 * @param open opens the stream behind an id
 */
export async function* follow<Item>(
  open: (lastEventId: string | undefined) => Promise<OpenAnswer>,
  { lastEventId, onReset, onPlace, signal }: FollowOptions,
  policy: RetryPolicy,
): AsyncGenerator<Item> {
  let place = lastEventId;
  let pause = REOPEN_AFTER;
  let failed = 0;
  for (let wasOpen = false; ; ) {
    let wait: number | undefined = 0;
    try {
      const answer = wasOpen ? await open(place) : await retrying(policy, signal, () => open(place));
      wasOpen = true;
      for await (const { event, data, id, retry } of readMessages(answer, MAX_MESSAGE)) {
        failed = 0;
        pause = retry ?? pause;
        if (event === 'message' && data !== '') yield readItem<Item>(data, answer);
        if (event === 'reset') await onReset?.();
        if (id === undefined) continue;
        place = id;
        await onPlace?.(id);
      }
    } catch (error) {
      wait = wasOpen ? waitBefore(error, failed++, policy) : undefined;
      if (wait === undefined) throw error;
    }
    await policy.clock.sleep(Math.max(pause, wait), signal);
  }
}

function readItem<Item>(data: string, answer: OpenAnswer): Item {
  const item = parseJson(data);
  if (item === undefined) throw new WrongAnswer('has a message that is not JSON', answer);
  return item as Item;
}

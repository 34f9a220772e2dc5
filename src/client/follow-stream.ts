import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { parseJson } from './answer.js';
import { after } from './clock.js';
import { WrongAnswer } from './errors.js';
import type { CallOptions } from './request.js';
import { type RetryPolicy, waitBefore } from './retry.js';
import type { OpenAnswer } from './transport/transport.js';

export interface FollowOptions extends CallOptions {
  /** The id of the last known item, or a place of `onPlace`; by default the stream begins now. */
  lastEventId?: string | undefined;
  /** Called when items before the next one may be missing: read the list. */
  onReset?: (() => void | Promise<void>) | undefined;
  /** Called with the place from which a later stream continues, when the program asks for the next item. */
  onPlace?: ((lastEventId: string) => void | Promise<void>) | undefined;
}

/** Milliseconds before a stream is opened again, until the service names another wait. */
const REOPEN_AFTER = 1000;

/** Throws any error before the stream was open; afterwards only errors that are not transient. */
export async function* follow<Item>(
  open: (lastEventId: string | undefined, isFirst: boolean) => Promise<OpenAnswer>,
  { lastEventId, onReset, onPlace, signal }: FollowOptions,
  policy: RetryPolicy,
  sleep: (wait: number, error?: unknown) => Promise<void>,
): AsyncGenerator<Item> {
  const longest = Math.max(REOPEN_AFTER, policy.maxRetryAfter);
  let place = lastEventId;
  let pause = REOPEN_AFTER;
  let failed = 0;
  for (let wasOpen = false; ; ) {
    let wait: number | undefined = 0;
    let failure: unknown;
    try {
      const answer = await open(place, !wasOpen);
      wasOpen = true;
      const onRetry = (milliseconds: number) => {
        pause = Math.min(milliseconds, longest);
      };
      for await (const { event, data, id } of readMessages(answer, onRetry)) {
        signal?.throwIfAborted();
        failed = 0;
        if (event === undefined && data !== '') {
          const item = parseJson(data);
          if (item === undefined) throw new WrongAnswer('has a message that is not JSON', answer);
          yield item as Item;
        }
        if (event === 'reset') await onReset?.();
        if (id === undefined) continue;
        place = id;
        await onPlace?.(id);
      }
    } catch (error) {
      wait = wasOpen && !signal?.aborted ? waitBefore(error, failed++, policy) : undefined;
      if (wait === undefined) throw error;
      failure = error;
    }
    await sleep(Math.max(pause, wait), failure);
    // The clock of a test may not wait: without a task, the loop would let nothing else run.
    await new Promise<void>((resolve) => after(0, resolve));
  }
}

async function* readMessages(
  answer: OpenAnswer,
  onRetry: (milliseconds: number) => void,
): AsyncGenerator<EventSourceMessage> {
  if (!/^text\/event-stream\b/i.test(answer.headers['content-type'] ?? ''))
    throw new WrongAnswer('is not a stream', answer);
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message), onRetry });
  const decoder = new TextDecoder();
  for await (const chunk of answer.body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* messages.splice(0);
  }
}

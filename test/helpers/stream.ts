import { once } from 'node:events';
import http from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { TransactionRow } from '../../src/model/transaction.js';
import type { Store } from '../../src/store/store.js';
import { NOW } from './galaxy.js';
import { loadRows } from './load-rows.js';
import type { Scope } from './scope.js';
import { until } from './until.js';

/** A stream as a client sees it. */
export class Stream {
  /** Every message so far, those of the service itself included. */
  readonly all: EventSourceMessage[] = [];
  readonly comments: string[] = [];
  /** The times to wait before a reconnect, in milliseconds. */
  readonly retries: number[] = [];
  /** The body of an answer that is no stream. */
  text = '';
  isOver = false;
  /** True if it ended as an answer does, false if the connection broke. */
  isWhole: boolean | undefined;

  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly close: () => void,
  ) {}

  /** Reads a body to its end. */
  async read(body: OpenAnswer['body']): Promise<void> {
    const parser = createParser({
      onEvent: (message) => this.all.push(message),
      onComment: (comment) => this.comments.push(comment),
      onRetry: (time) => this.retries.push(time),
    });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        const text = decoder.decode(chunk, { stream: true });
        this.text += text;
        parser.feed(text);
      }
      this.isWhole = true;
    } catch {
      this.isWhole = false;
    }
    this.isOver = true;
  }

  /** The ids of the messages of the list. */
  ids = () => this.all.filter(({ event }) => event === undefined).map(({ id }) => id ?? '');

  /** The id with which to continue. */
  lastId = () => this.all.findLast(({ id }) => id !== undefined)?.id ?? '';

  /** Waits for messages of the list. */
  has(...ids: string[]): Promise<void> {
    const haveCome = () => {
      const come = new Set(this.ids());
      return ids.every((id) => come.has(id));
    };
    return until(haveCome, { what: `${ids} have come` });
  }

  ends = () => until(() => this.isOver, { what: 'the stream ends' });
}

/** Opens a stream; it closes with the test. */
export async function openStream(
  t: Scope,
  { url, token }: { url: string; token: string },
  path: string,
  headers: Record<string, string> = {},
): Promise<Stream> {
  const all = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream', ...headers };
  // After a request that was aborted, fetch opens a connection on which it sends nothing, for which the server would wait at its end.
  const request = http.get(url + path, { headers: all });
  const [body] = (await once(request, 'response')) as [http.IncomingMessage];
  const fields = new Headers(body.headers as Record<string, string>);
  return watchStream(t, { status: body.statusCode ?? 0, headers: fields, body }, () => body.destroy());
}

/** The head of an answer, and its body as it arrives. */
interface OpenAnswer {
  status: number;
  headers: Headers;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Reads a stream until the test ends. */
export async function watchStream(t: Scope, { status, headers, body }: OpenAnswer, close: () => void): Promise<Stream> {
  t.teardown(close);
  const stream = new Stream(status, headers, close);
  void stream.read(body);
  if (headers.get('content-type')?.startsWith('text/event-stream') && status === 200) {
    await until(() => stream.all.length > 0, { what: 'the stream begins' });
  } else await stream.ends();
  return stream;
}

/** Stores events of a character, by their numbers. */
export async function addEvents(
  store: Store,
  numbers: number[],
  { to = '1:1', type = null, text = '' }: { to?: string; type?: string | null; text?: string } = {},
): Promise<void> {
  await loadRows(
    store,
    'event',
    numbers.map((number) => ({
      ...{ uid: `39:${number}`, receiver_uid: to, time: NOW + number, type },
      text: text || `Event ${number}`,
    })),
  );
}

/** Stores transactions from Hana (1:1) to Bram (1:2), unless they say otherwise. */
export async function addTransactions(store: Store, ids: number[], row: Partial<TransactionRow> = {}): Promise<void> {
  await loadRows(
    store,
    'transaction',
    ids.map((id) => ({
      ...{ id, time: NOW + id, amount: id, sender_uid: '1:1', receiver_uid: '1:2', communication: '' },
      ...row,
    })),
  );
}

/** Returns numbers from one to another. */
export function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Returns the uids of events by their numbers. */
export function uids(of: number[]): string[] {
  return of.map((number) => `39:${number}`);
}

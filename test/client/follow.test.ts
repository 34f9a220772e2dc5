import { EventEmitter, once } from 'node:events';
import type http from 'node:http';
import test, { type ExecutionContext } from 'ava';
import {
  Client,
  type ClientOptions,
  ServiceError,
  type Transaction,
  Unreachable,
  WrongAnswer,
} from '../../src/client/index.js';
import { strangeServer } from '../helpers/cli/strange-server.js';
import { quickClock } from '../helpers/quick-clock.js';
import { withServer } from '../helpers/server.js';
import { addTransactions } from '../helpers/stream.js';

/** The streams of the client, from a server that behaves in strange ways. */

type Answer = (response: http.ServerResponse, request: http.IncomingMessage) => void;

/** A server that opens streams in turn, and a client of it. */
async function streaming(t: ExecutionContext, streams: Answer[], options: Partial<ClientOptions> = {}) {
  const { url, requests } = await strangeServer(t, (response, request) => {
    const stream = streams.shift();
    if (stream === undefined)
      return response.writeHead(404).end('{"svcapi": {"error": "not_found", "error_message": "No."}}');
    return stream(response, request);
  });
  const clock = quickClock();
  const client = new Client({ baseUrl: url, clock, random: () => 0.5, ...options });
  const ids = () => requests.map(({ headers }) => headers['last-event-id']);
  return { client, requests, clock, ids };
}

const HEAD = { 'Content-Type': 'text/event-stream; charset=utf-8' };
const item = (id: number) => `id: ${id}\ndata: ${JSON.stringify({ attributes: { transaction_id: id } })}\n\n`;
const place = (id: number) => `event: place\nid: @${id}\ndata: {}\n\n`;
const idOf = ({ attributes }: Transaction) => attributes.transaction_id;

/** A stream of some text, which then ends. */
const stream =
  (...chunks: (string | Buffer)[]): Answer =>
  (response) => {
    response.writeHead(200, HEAD);
    for (const chunk of chunks) response.write(chunk);
    response.end();
  };

/** A stream that breaks off after some text. */
const broken =
  (text: string): Answer =>
  (response) => {
    response.writeHead(200, HEAD);
    response.write(text, () => response.destroy());
  };

const fail: Answer = (response) => response.writeHead(503).end();
const later: Answer = (response) => response.writeHead(429, { 'Retry-After': '7' }).end();

/** Two minutes pass with each wait. */
let late = 0;
const pass = (milliseconds: number) => {
  late += milliseconds;
};
const slowClock = { now: () => late, sleep: async () => pass(120_000) };

/** Streams, the ids of their items until the server refuses the next stream, and the ids that each continues from. */
const courses: {
  name: string;
  streams: Answer[];
  options?: Partial<ClientOptions>;
  items: number[];
  from: (string | undefined)[];
  waits: number[];
}[] = [
  {
    name: 'a stream is opened again behind its last item',
    streams: [stream('retry: 2500\n\n', place(7), item(8), ': heartbeat\n\n', item(9)), stream(item(10)), stream()],
    ...{ items: [8, 9, 10], from: [undefined, '9', '10', '10'], waits: [2500, 2500, 2500] },
  },
  {
    name: 'a wait is no longer than maxRetryAfter',
    streams: [stream('retry: 999999999\n\n', item(8)), stream('retry: 20000\n\n', item(9))],
    options: { maxRetryAfter: 30_000 },
    ...{ items: [8, 9], from: [undefined, '8', '9'], waits: [30_000, 20_000] },
  },
  {
    name: 'a stream that breaks off before its first item continues from its place',
    streams: [broken(`${place(7)}id: 8\ndata: {"attr`), stream(item(8))],
    ...{ items: [8], from: [undefined, '@7', '8'], waits: [1000, 1000] },
  },
  {
    name: 'while the service fails, the waits grow',
    streams: [stream(item(1)), fail, fail, fail, later, stream(item(2))],
    ...{ items: [1, 2], from: [undefined, ...'111112'], waits: [1000, 1000, 1000, 1000, 9000, 1000] },
  },
  {
    name: 'a deadline is that of opening a stream, not of the stream',
    streams: [stream(item(8)), stream(item(9))],
    options: { deadline: 60_000, clock: slowClock },
    ...{ items: [8, 9], from: [undefined, '8', '9'], waits: [] },
  },
];

test('a stream is opened again from where it ended, after a wait', async (t) => {
  for (const { name, streams, options, items, from, waits } of courses) {
    const { client, requests, clock, ids } = await streaming(t, streams, options);
    const found: number[] = [];
    const read = async () => {
      for await (const each of client.followCreditLog('1:1')) found.push(idOf(each));
    };
    await t.throwsAsync(read, { instanceOf: ServiceError, message: 'No.' });
    t.deepEqual([found, ids(), clock.waits], [items, from, waits], name);
    t.like(requests[0], { url: '/ws/v2.0/character/1:1/creditlog', headers: { accept: 'text/event-stream' } });
  }
});

test('a clock that does not wait lets all else run, and items arrive with it', async (t) => {
  const empty = () => new Response('', { headers: HEAD });
  const controller = new AbortController();
  let opened = 0;
  const fetch = async () => {
    opened += 1;
    return opened === 3 ? new Response(item(8), { headers: HEAD }) : empty();
  };
  // All that happens here is in memory: only a separate task lets a timer run.
  const client = new Client({ baseUrl: 'http://127.0.0.1:9', fetch, clock: { now: () => 0, sleep: async () => {} } });
  const items = client.followCreditLog('1:1', { signal: controller.signal });
  t.is(idOf((await items.next()).value as Transaction), 8);
  setTimeout(() => controller.abort(new Error('enough')), 0);
  await t.throwsAsync(items.next(), { message: 'enough' });
});

test('a stream begins behind an id, and reports places and resets between the items that are handled', async (t) => {
  const { client, ids } = await streaming(t, [
    stream(place(9), item(6), item(7), 'event: reset\nid: @9\ndata: {}\n\n', item(8)),
  ]);
  const seen: (number | string)[] = [];
  const items = client.followCreditLog('1:1', {
    ...{ lastEventId: '5', onPlace: (place) => void seen.push(place), onReset: () => void seen.push('reset') },
  });
  for await (const each of items) {
    seen.push(idOf(each));
    if (idOf(each) === 8) break;
  }
  t.deepEqual(seen, ['@9', 6, '6', 7, '7', 'reset', '@9', 8]);
  t.deepEqual(ids(), ['5']);
});

test('messages are read whatever their line ends are, and wherever their chunks are cut', async (t) => {
  const text = `\ufeff: hello\r\nid: 1\r\ndata: {"attributes":\r\ndata: {"transaction_id": 1,\rdata: "name": "é😀"}}\r\n\r\nid:2\ndata:{"attributes":{"transaction_id":2}}\n\n`;
  const { client } = await streaming(t, [stream(...[...Buffer.from(text)].map((byte) => Buffer.from([byte])))]);
  const items = client.followCreditLog('1:1');
  t.like((await items.next()).value, { attributes: { transaction_id: 1, name: 'é😀' } });
  t.is(idOf((await items.next()).value as Transaction), 2);
  await items.return(undefined);
});

test('who leaves the loop or aborts closes the connection, gets nothing more, and keeps the place of what was handled', async (t) => {
  for (const [isLeft, ids] of [
    [true, [8]],
    [false, [8]],
    [false, [8, 9, 10]],
  ] as const) {
    const closed: Promise<unknown>[] = [];
    const { client, requests } = await streaming(t, [
      (response) => {
        closed.push(once(response, 'close'));
        response.writeHead(200, HEAD).write(ids.map(item).join(''));
      },
    ]);
    const controller = new AbortController();
    const { signal } = controller;
    const places: string[] = [];
    const items = client.followCreditLog('1:1', { signal, onPlace: (place) => void places.push(place) });
    t.is(idOf((await items.next()).value as Transaction), 8);
    if (isLeft) await items.return(undefined);
    else {
      // It waits for the next item, or that has arrived already.
      const waiting = ids.length === 1 ? items.next() : undefined;
      controller.abort(new Error('enough'));
      await t.throwsAsync(waiting ?? items.next(), { message: 'enough' });
      t.deepEqual(places, ['8']);
    }
    await Promise.all(closed);
    t.is(requests.length, 1);
  }
});

test('what is not a stream, cannot be opened or is not handled is an error', async (t) => {
  const list: Answer = (response) => response.setHeader('Content-Type', 'application/json').end('{}');
  const reset = stream('event: reset\nid: @9\ndata: {}\n\n', item(7));
  const { client } = await streaming(t, [list, stream('data: no JSON\n\n'), reset]);
  await t.throwsAsync(client.followEvents().next(), { instanceOf: WrongAnswer, message: /is not a stream/ });
  await t.throwsAsync(client.followEvents().next(), { instanceOf: WrongAnswer, message: /not JSON/ });
  const items = client.followEvents({ onReset: () => Promise.reject(new Error('the list cannot be read')) });
  await t.throwsAsync(items.next(), { message: 'the list cannot be read' });
  const failing = await streaming(t, [fail, fail, fail, stream(item(1))]);
  const error = await t.throwsAsync(failing.client.followEvents().next(), { instanceOf: ServiceError });
  t.deepEqual([error.status, failing.requests.length], [503, 3], 'after the retries of a call');
  const silent = await streaming(t, [() => {}], { retries: 0 });
  const { code } = await t.throwsAsync(silent.client.followEvents({ timeout: 1 }).next(), { instanceOf: Unreachable });
  t.is(code, 'timeout');
});

test('over broken connections, nothing is missing, and nothing comes twice', withServer, async (t, server) => {
  let connection = new AbortController();
  // AbortSignal.any of Node.js 20 can lose its signals.
  const fetch = ((url: string, init: RequestInit & { signal: AbortSignal }) => {
    const either = new AbortController();
    for (const signal of [init.signal, connection.signal])
      signal.addEventListener('abort', () => either.abort(signal.reason));
    return globalThis.fetch(url, { ...init, signal: either.signal });
  }) as typeof globalThis.fetch;
  const client = new Client({ baseUrl: new URL(server.url).origin, token: server.token, fetch, clock: quickClock() });
  const events = new EventEmitter();
  const opened = once(events, 'open');
  const found: number[] = [];
  const items = client.followCreditLog('Hana Veil', { onPlace: () => void events.emit('open') });
  let next = items.next();
  const take = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      found.push(idOf((await next).value as Transaction));
      next = items.next();
    }
  };
  await opened;
  for (let id = 90_000; id < 90_020; id += 4) {
    connection.abort(new Error('cut'));
    connection = new AbortController();
    await addTransactions(server.store, [id, id + 1]);
    await take(2);
    await addTransactions(server.store, [id + 3, id + 2]);
    await take(2);
  }
  const expected = [90_000, 90_004, 90_008, 90_012, 90_016].flatMap((id) => [id, id + 1, id + 3, id + 2]);
  t.deepEqual(found, expected);
  connection.abort(new Error('cut'));
  const ended = items.return(undefined);
  await addTransactions(server.store, [90_100]);
  t.is(idOf((await next).value as Transaction), 90_100);
  await ended;
});

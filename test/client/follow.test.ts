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
const idOf = ({ attributes }: Transaction) => attributes.transaction_id;

/** A stream of some text, which then ends. */
const stream =
  (...chunks: (string | Buffer)[]): Answer =>
  (response) => {
    response.writeHead(200, HEAD);
    for (const chunk of chunks) response.write(chunk);
    response.end();
  };

/** The ids of all items until the server refuses the next stream. */
async function idsUntilEnd(t: ExecutionContext, items: AsyncGenerator<Transaction>): Promise<number[]> {
  const found: number[] = [];
  await t.throwsAsync(
    async () => {
      for await (const each of items) found.push(idOf(each));
    },
    { instanceOf: ServiceError, message: 'No.' },
  );
  return found;
}

test('a stream yields its items, and is opened again behind the last one', async (t) => {
  const { client, requests, clock, ids } = await streaming(t, [
    stream('retry: 2500\n\n', 'event: place\nid: @7\ndata: {}\n\n', item(8), ': heartbeat\n\n', item(9)),
    stream(item(10)),
    stream(),
  ]);
  t.deepEqual(await idsUntilEnd(t, client.followCreditLog('1:1')), [8, 9, 10]);
  t.deepEqual(ids(), [undefined, '9', '10', '10']);
  t.deepEqual(clock.waits, [2500, 2500, 2500]);
  t.is(requests[0]?.url, '/ws/v2.0/character/1:1/creditlog');
  t.is(requests[0]?.headers.accept, 'text/event-stream');
});

test('a wait before a stream is opened again is no longer than maxRetryAfter', async (t) => {
  const { client, clock } = await streaming(
    t,
    [stream('retry: 999999999\n\n', item(8)), stream('retry: 20000\n\n', item(9))],
    { maxRetryAfter: 30_000 },
  );
  t.deepEqual(await idsUntilEnd(t, client.followCreditLog('1:1')), [8, 9]);
  t.deepEqual(clock.waits, [30_000, 20_000]);
});

test('a clock that does not wait lets all else run, and items arrive with it', async (t) => {
  const empty = () => new Response('', { headers: HEAD });
  const controller = new AbortController();
  let opened = 0;
  const fetch = async () => {
    opened += 1;
    return opened === 3 ? new Response(item(8), { headers: HEAD }) : empty();
  };
  // All that happens here is in memory: only a task of its own lets a timer run.
  const client = new Client({ baseUrl: 'http://127.0.0.1:9', fetch, clock: { now: () => 0, sleep: async () => {} } });
  const items = client.followCreditLog('1:1', { signal: controller.signal });
  t.is(idOf((await items.next()).value as Transaction), 8);
  setTimeout(() => controller.abort(new Error('enough')), 0);
  await t.throwsAsync(items.next(), { message: 'enough' });
});

test('an aborted stream yields nothing more of what has arrived, and keeps the place of what was handled', async (t) => {
  const { client } = await streaming(t, [stream(item(8) + item(9) + item(10))]);
  const controller = new AbortController();
  const places: string[] = [];
  const items = client.followCreditLog('1:1', {
    signal: controller.signal,
    onPlace: (place) => void places.push(place),
  });
  t.is(idOf((await items.next()).value as Transaction), 8);
  controller.abort(new Error('enough'));
  await t.throwsAsync(items.next(), { message: 'enough' });
  t.deepEqual(places, ['8']);
});

test('a deadline is that of opening a stream, not of the stream', async (t) => {
  let now = 0;
  const clock = {
    ...quickClock(() => {
      now += 120_000;
    }),
    now: () => now,
  };
  const { client } = await streaming(t, [stream(item(8)), stream(item(9))], { deadline: 60_000, clock });
  t.deepEqual(await idsUntilEnd(t, client.followCreditLog('1:1')), [8, 9]);
});

test('a stream that breaks off before its first item continues from its place', async (t) => {
  const { client, ids, clock } = await streaming(t, [
    (response) => {
      response.writeHead(200, HEAD);
      response.write('event: place\nid: @7\ndata: {}\n\nid: 8\ndata: {"attr', () => response.destroy());
    },
    stream(item(8)),
  ]);
  t.deepEqual(await idsUntilEnd(t, client.followCreditLog('1:1')), [8]);
  t.deepEqual(ids(), [undefined, '@7', '8']);
  t.deepEqual(clock.waits, [1000, 1000]);
});

test('a stream begins behind an id, and tells the places to continue from', async (t) => {
  const { client, ids } = await streaming(t, [stream('event: place\nid: @9\ndata: {}\n\n', item(6), item(7))]);
  const places: string[] = [];
  const items = client.followCreditLog('1:1', { lastEventId: '5', onPlace: (place) => void places.push(place) });
  t.is(idOf((await items.next()).value as Transaction), 6);
  t.deepEqual(places, ['@9'], 'the item has not been handled yet');
  t.is(idOf((await items.next()).value as Transaction), 7);
  t.deepEqual(places, ['@9', '6']);
  await items.return(undefined);
  t.deepEqual(ids(), ['5']);
});

test('a reset is reported between the items that it stands between', async (t) => {
  const { client } = await streaming(t, [stream(item(6), 'event: reset\nid: @9\ndata: {}\n\n', item(7))]);
  const seen: (number | string)[] = [];
  const items = client.followCreditLog('1:1', { onReset: () => void seen.push('reset') });
  for await (const each of items) {
    seen.push(idOf(each));
    if (idOf(each) === 7) break;
  }
  t.deepEqual(seen, [6, 'reset', 7]);
});

test('messages are read whatever their line ends are, and wherever their chunks are cut', async (t) => {
  const text = `\ufeff: hello\r\nid: 1\r\ndata: {"attributes":\r\ndata: {"transaction_id": 1,\rdata: "name": "é😀"}}\r\n\r\nid:2\ndata:{"attributes":{"transaction_id":2}}\n\n`;
  const bytes = Buffer.from(text);
  for (const size of [1, 2, 3, 1000]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    const { client } = await streaming(t, [stream(...chunks)]);
    t.deepEqual(await idsUntilEnd(t, client.followCreditLog('1:1')), [1, 2], `chunks of ${size}`);
  }
});

test('while the service fails, the stream is opened again after growing waits', async (t) => {
  const fail: Answer = (response) => response.writeHead(503).end();
  const later: Answer = (response) => response.writeHead(429, { 'Retry-After': '7' }).end();
  const { client, clock, ids } = await streaming(t, [stream(item(1)), fail, fail, fail, later, stream(item(2))]);
  t.deepEqual(await idsUntilEnd(t, client.followCreditLog('1:1')), [1, 2]);
  t.deepEqual(clock.waits, [1000, 1000, 1000, 1000, 9000, 1000]);
  t.deepEqual(ids().slice(1), ['1', '1', '1', '1', '1', '2']);
});

test('a stream that cannot be opened at first is an error after the retries of a call', async (t) => {
  const fail: Answer = (response) => response.writeHead(503).end();
  const { client, requests } = await streaming(t, [fail, fail, fail, stream(item(1))]);
  const error = await t.throwsAsync(client.followEvents().next(), { instanceOf: ServiceError });
  t.deepEqual([error.status, requests.length], [503, 3]);
});

for (const how of ['the loop is left', 'the signal aborts']) {
  test(`the connection is closed when ${how}`, async (t) => {
    let closed = () => {};
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { client, requests } = await streaming(t, [
      (response) => {
        response.on('close', closed);
        response.writeHead(200, HEAD);
        response.write(item(1));
      },
    ]);
    const controller = new AbortController();
    const items = client.followCreditLog('1:1', { signal: controller.signal });
    await items.next();
    if (how === 'the loop is left') await items.return(undefined);
    else {
      const next = items.next();
      controller.abort(new Error('enough'));
      await t.throwsAsync(next, { message: 'enough' });
    }
    await isClosed;
    t.is(requests.length, 1);
  });
}

test('another answer is not taken for a stream', async (t) => {
  const list: Answer = (response) => response.setHeader('Content-Type', 'application/json').end('{}');
  const { client } = await streaming(t, [list, stream('data: no JSON\n\n')]);
  await t.throwsAsync(client.followEvents().next(), { instanceOf: WrongAnswer, message: /is not a stream/ });
  await t.throwsAsync(client.followEvents().next(), { instanceOf: WrongAnswer, message: /not JSON/ });
});

test('an error of the program in a callback ends the stream', async (t) => {
  const { client } = await streaming(t, [stream('event: reset\nid: @9\ndata: {}\n\n', item(7))]);
  const items = client.followEvents({ onReset: () => Promise.reject(new Error('the list cannot be read')) });
  await t.throwsAsync(items.next(), { message: 'the list cannot be read' });
});

test('a service that does not answer in time is a timeout', async (t) => {
  const { client } = await streaming(t, [() => {}], { retries: 0 });
  const error = await t.throwsAsync(client.followEvents({ timeout: 1 }).next(), { instanceOf: Unreachable });
  t.is(error.code, 'timeout');
});

test(
  'over broken connections, nothing of a real service is missing, and nothing comes twice',
  withServer,
  async (t, server) => {
    let connection = new AbortController();
    const fetch = ((url: string, init: RequestInit & { signal: AbortSignal }) => {
      const either = new AbortController();
      for (const signal of [init.signal, connection.signal]) {
        signal.addEventListener('abort', () => either.abort(signal.reason));
      }
      return globalThis.fetch(url, { ...init, signal: either.signal });
    }) as typeof globalThis.fetch;
    const client = new Client({ baseUrl: new URL(server.url).origin, token: server.token, fetch, clock: quickClock() });
    let isOpen = () => {};
    const opened = new Promise<void>((resolve) => {
      isOpen = resolve;
    });
    const found: number[] = [];
    const items = client.followCreditLog('Hana Veil', { onPlace: () => isOpen() });
    let next = items.next();
    await opened;
    for (let id = 90_000; id < 90_020; id += 4) {
      connection.abort(new Error('cut'));
      connection = new AbortController();
      await addTransactions(server.store, [id, id + 1]);
      found.push(idOf((await next).value as Transaction), idOf((await items.next()).value as Transaction));
      next = items.next();
      await addTransactions(server.store, [id + 3, id + 2]);
      found.push(idOf((await next).value as Transaction));
      next = items.next();
      found.push(idOf((await next).value as Transaction));
      next = items.next();
    }
    t.deepEqual(
      found,
      [90_000, 90_004, 90_008, 90_012, 90_016].flatMap((id) => [id, id + 1, id + 3, id + 2]),
    );
    connection.abort(new Error('cut'));
    const ended = items.return(undefined);
    await addTransactions(server.store, [90_100]);
    t.is(idOf((await next).value as Transaction), 90_100);
    await ended;
  },
);

import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { CONNECTION_LIMITS } from '../../src/server/http/listen.js';
import { tokenFor } from '../helpers/galaxy.js';
import { holdEvents } from '../helpers/hold-events.js';
import { openServer } from '../helpers/open-server.js';
import { outcomeOf, RawClient, request } from '../helpers/raw.js';
import { call, serverWith } from '../helpers/server.js';
import { inTime, until } from '../helpers/until.js';

test('an idle connection is closed, but not before a request timeout could be answered', async (t) => {
  const { server } = await openServer(t, { keepAliveTimeout: 65_000, maxConnections: 12, limits: {} });
  t.like(server, {
    ...{ headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    ...{ maxHeaderSize: 16 * 1024, keepAliveTimeout: 65_000, maxConnections: 12 },
  });
  t.true(server.timeout > CONNECTION_LIMITS.requestTimeout + CONNECTION_LIMITS.connectionsCheckingInterval);
  t.true(server.timeout <= 60_000);
});

const half: [title: string, bytes: string | Buffer][] = [
  ['nothing', ''],
  ['half a request line', 'GET /ws/v2.0'],
  ['half of the header fields', 'GET /ws/v2.0/api/time HTTP/1.1\r\nHost: localhost\r\nA: '],
  [
    'half a body',
    request('POST /ws/v2.0/api/time', { 'Content-Type': 'application/json', 'Content-Length': '10' }, '{'),
  ],
  [
    'half a chunk',
    'POST /ws/v2.0/api/time HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{',
  ],
];

for (const [title, bytes] of half) {
  test(`a client that sends ${title} and then no more gets a 408, and others are served`, async (t) => {
    const { server, url } = await openServer(t, { limits: { connectionsCheckingInterval: 50 } });
    const slow = await RawClient.connect(url);
    slow.send(bytes);
    t.is((await call(`${url}/ws/v2.0/api/time`)).status, 200);
    Object.assign(server, { headersTimeout: 50, requestTimeout: 50 });
    const [answer, ...others] = await slow.answers();
    t.is(outcomeOf(answer), '408 request_timeout');
    t.deepEqual(others, []);
  });
}

test('a blacklisted slow client gets no 408', async (t) => {
  const { server, store, url } = await openServer(t);
  Object.assign(server, { headersTimeout: 50, requestTimeout: 50 });
  await store.blacklist.add({ address: '127.0.0.1', created_at: 0, expires_at: 2 ** 40, reason: 'test' });
  const slow = await RawClient.connect(url);
  slow.send('GET /ws/v2.0');
  await slow.closed;
  t.is(slow.received.length, 0);
});

/** Asks for more than the system takes, in answers of some transactions, on a connection that reads nothing. */
async function openDeaf(t: ExecutionContext, { answers, transactions }: { answers: number; transactions: number }) {
  const { server, store, url } = await openServer(t);
  const token = await tokenFor(store, '1:1');
  const accepted = once(server, 'connection') as Promise<[net.Socket]>;
  const deaf = await RawClient.connect(url);
  deaf.socket.pause();
  const [connection] = await accepted;
  const closed = once(connection, 'close');
  const path = `/ws/v2.0/character/1:1/creditlog?item_count=${transactions}`;
  const ask = request(`GET ${path}`, { Authorization: `Bearer ${token}` });
  deaf.send(Buffer.concat(Array.from({ length: answers }, () => ask)));
  await until(() => connection.writableLength > 0, { what: 'the system takes no more' });
  return { url, connection, deaf, closed };
}

const few = serverWith({ maxConnections: 2 });
const one = serverWith({ maxRequests: 1 });

const unread = {
  'long answers': { answers: 15, transactions: 1000 },
  'many short answers': { answers: 250, transactions: 100 },
};

for (const [title, size] of Object.entries(unread)) {
  test(`a client that reads none of its ${title} is disconnected, and others are served`, async (t) => {
    const { url, connection, deaf, closed } = await openDeaf(t, size);
    connection.setTimeout(50);
    await inTime(closed, 'the connection is open');
    t.true(connection.bytesWritten > 1e6);
    t.is((await call(`${url}/ws/v2.0/api/time`)).status, 200);
    await deaf.close();
  });
}

test('a client that shuts its writing side still gets its answer', async (t) => {
  const { server, store, url } = await openServer(t);
  const accepted = once(server, 'connection') as Promise<[net.Socket]>;
  const client = await RawClient.connect(url);
  const [connection] = await accepted;
  const shut = once(connection, 'end');
  // The answer waits until the server has seen that nothing more will come.
  const { find } = store.events;
  store.events.find = async (uid) => {
    await inTime(shut, 'the server does not see the end');
    return find(uid);
  };
  client.end(request('GET /ws/v2.0/event/39:1', { Authorization: `Bearer ${await tokenFor(store, '1:1')}` }));
  const [answer, ...others] = await client.answers();
  t.is(answer?.status, 200);
  t.is(JSON.parse(answer?.body ?? '').svcapi.event.uid, '39:1');
  t.deepEqual(others, []);
});

test('connections over the limit are closed, and accepted again when others have gone', few, async (t, server) => {
  const first = [await RawClient.connect(server.url), await RawClient.connect(server.url)];
  for (const client of first) {
    client.send(request('GET /ws/v2.0/api/time'));
    t.is((await client.answer())?.status, 200);
  }
  const surplus = await RawClient.connect(server.url);
  await surplus.closed;
  t.is(surplus.received.length, 0);
  first[0]?.end();
  await first[0]?.closed;
  const next = await RawClient.connect(server.url);
  next.send(request('GET /ws/v2.0/api/time'));
  t.is((await next.answer())?.status, 200);
  await Promise.all([...first, next].map((client) => client.close()));
});

/** Calls from another address of this machine; returns the status, or the error of the connection. */
function callFrom(localAddress: string, url: string): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const sent = http.get(url, { localAddress, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
  });
}

const shares = serverWith({ maxConnections: 20, maxConnectionsPerAddress: 10 });

test('silent connections of one address take none away from others', shares, async (t, { url }) => {
  const silent = await Promise.all(Array.from({ length: 60 }, () => RawClient.connect(url)));
  const isSurplus = ({ socket }: RawClient) => socket.destroyed;
  await until(() => silent.filter(isSurplus).length === 50, { what: 'those over the limit are closed' });
  t.is(await callFrom('127.0.0.2', `${url}/api/time`), 200);
  t.true(silent.every(({ received }) => received.length === 0));
  await Promise.all(silent.map((client) => client.close()));
  const isServed = async () => (await callFrom('127.0.0.1', `${url}/api/time`)) === 200;
  await until(isServed, { what: 'there is room again' });
});

const INVITED = { 'Content-Type': 'application/json', Expect: '100-continue' };
const TIME = 'POST /ws/v2.0/api/time';

test('bodies that come slowly take no place among the requests in flight', one, async (t, server) => {
  const slow = await Promise.all(Array.from({ length: 5 }, () => RawClient.connect(server.url)));
  for (const client of slow) client.send(request(TIME, { ...INVITED, 'Content-Length': '100' }, '{'));
  for (const client of slow) t.is((await client.answer())?.status, 100);
  t.is((await server.call('/api/time')).status, 200);
  slow[0]?.send('}'.padStart(99));
  t.is((await slow[0]?.answer())?.status, 200, 'a body that is complete is read');
  await Promise.all(slow.map((client) => client.close()));
});

test('beyond the requests in flight the answer is 503, also to a body that is complete', one, async (t, server) => {
  const events = holdEvents(server);
  const client = await RawClient.connect(server.url);
  client.send(request(TIME, { ...INVITED, 'Content-Length': '2' }));
  t.is((await client.answer())?.status, 100);
  const held = server.call('/event/39:1');
  await until(() => events.inFlight === 1, { what: 'a request is in flight' });
  client.send('{}');
  t.is(outcomeOf(await client.answer()), '503 unavailable');
  const surplus = await server.call('/api/time');
  t.deepEqual([surplus.status, surplus.headers.get('retry-after'), surplus.json.svcapi.retry_after], [503, '1', 1]);
  events.letGo();
  t.is((await held).status, 200);
  t.is((await server.call('/api/time')).status, 200, 'there is room again');
  await client.close();
});

test('a request in flight does not keep a connection open on which no byte moves', async (t) => {
  const { server, store, token, url } = await openServer(t);
  server.setTimeout(50);
  const events = holdEvents({ store });
  const client = await RawClient.connect(url);
  client.send(request('GET /ws/v2.0/event/39:1', { Authorization: `Bearer ${token}` }));
  await inTime(client.closed, 'the connection is open');
  t.is(client.received.length, 0);
  events.letGo();
});

test('the long list of a client whose connection is reset is not written to its end', async (t) => {
  const { server, store, lifecycle, url } = await openServer(t);
  const { ofFaction } = store.datacards;
  const connected = once(server, 'connection') as Promise<[net.Socket]>;
  const client = await RawClient.connect(url);
  const [socket] = await connected;
  let written = 0;
  store.datacards.ofFaction = async (uid) => {
    client.socket.resetAndDestroy();
    await new Promise((resolve) => socket.once('close', resolve));
    const [first] = await ofFaction(uid);
    const datacard = {
      ...first,
      get uid() {
        written += 1;
        return '14:1';
      },
    } as NonNullable<typeof first>;
    return Array.from({ length: 1000 }, () => datacard);
  };
  client.send(request('GET /ws/v2.0/datacards/20:1'));
  await until(() => written > 0 && lifecycle.inFlight === 0, { what: 'the request has left its place' });
  t.true(written < 1000, `${written} were written`);
});

import http from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { holdEvents } from '../helpers/hold-events.js';
import { RawClient, request } from '../helpers/raw.js';
import { call, type Server, type ServerSetup, startServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';

/** The limits on connections and requests in flight, in total and for each client address. */

/** Starts a service that closes with the test. */
async function open(t: ExecutionContext, setup: ServerSetup): Promise<Server> {
  const server = await startServer(setup);
  t.teardown(() => server.close());
  return server;
}

/** Sends requests that stay in flight until the events are let go, each on a connection of its own. */
async function hold({ url, token }: Server, count: number, headers: Record<string, string> = {}): Promise<RawClient[]> {
  const bytes = request('GET /ws/v2.0/event/39:1', { Authorization: `Bearer ${token}`, ...headers });
  const clients = await Promise.all(Array.from({ length: count }, () => RawClient.connect(url)));
  for (const client of clients) client.send(bytes);
  return clients;
}

async function statuses(clients: RawClient[]): Promise<Set<number | undefined>> {
  const answers = await Promise.all(clients.map((client) => client.answer()));
  return new Set(answers.map((answer) => answer?.status));
}

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

test('beyond 200 requests in flight the answer is 503, but not for health checks', async (t) => {
  const server = await open(t, {});
  const events = holdEvents(server);
  const held = await hold(server, 200);
  await until(() => events.inFlight === 200, { what: '200 requests are in flight' });
  const surplus = await call(`${server.url}/api/time`);
  t.is(`${surplus.status} ${surplus.json.svcapi.error}`, '503 unavailable');
  t.is(surplus.headers.get('retry-after'), '1');
  t.is(surplus.json.svcapi.retry_after, 1);
  t.is((await call(new URL('/healthz', server.url).href)).status, 200);
  t.is((await call(new URL('/readyz', server.url).href)).status, 200);
  events.letGo();
  t.deepEqual(await statuses(held), new Set([200]));
  t.is((await call(`${server.url}/api/time`)).status, 200, 'there is room again');
  await Promise.all(held.map((client) => client.close()));
});

test('bodies that come slowly take no place among the requests in flight', async (t) => {
  const server = await open(t, { maxRequests: 20 });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '100', Expect: '100-continue' };
  const slow = await Promise.all(Array.from({ length: 220 }, () => RawClient.connect(server.url)));
  for (const client of slow) client.send(request('POST /ws/v2.0/api/time', headers, '{'));
  t.deepEqual(await statuses(slow), new Set([100]));
  for (let count = 0; count < 20; count++) t.is((await server.call('/api/time')).status, 200);
  for (const client of slow.slice(0, 5)) client.send('}'.padStart(99));
  t.deepEqual(await statuses(slow.slice(0, 5)), new Set([200]), 'a body that is complete is read');
  await Promise.all(slow.map((client) => client.close()));
});

test('a complete body is refused while too many requests are in flight', async (t) => {
  const server = await open(t, { maxRequests: 1 });
  const events = holdEvents(server);
  const client = await RawClient.connect(server.url);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '2', Expect: '100-continue' };
  client.send(request('POST /ws/v2.0/api/time', headers));
  t.is((await client.answer())?.status, 100);
  const held = await hold(server, 1);
  await until(() => events.inFlight === 1, { what: 'a request is in flight' });
  client.send('{}');
  t.is((await client.answer())?.status, 503);
  events.letGo();
  t.deepEqual(await statuses(held), new Set([200]));
  await Promise.all([...held, client].map((each) => each.close()));
});

test('silent connections of one address take none away from others', async (t) => {
  const server = await open(t, { maxConnections: 20, maxConnectionsPerAddress: 10 });
  const silent = await Promise.all(Array.from({ length: 60 }, () => RawClient.connect(server.url)));
  await Promise.race(silent.map((client) => client.closed));
  for (let count = 0; count < 50; count++) t.is(await callFrom('127.0.0.2', `${server.url}/api/time`), 200);
  const surplus = silent.filter(({ socket }) => socket.destroyed);
  t.is(surplus.length, 50, 'those over the limit are closed');
  t.deepEqual(new Set(surplus.map(({ received }) => received.length)), new Set([0]));
  await Promise.all(silent.map((client) => client.close()));
  await until(async () => (await callFrom('127.0.0.1', `${server.url}/api/time`)) === 200, {
    what: 'there is room again',
  });
});

import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import test from 'ava';
import { CONNECTION_LIMITS } from '../../../src/server/http/listen.js';
import { turn } from '../../../src/turn.js';
import { holdEvents } from '../../helpers/hold-events.js';
import { openServer } from '../../helpers/open-server.js';
import { plainCall } from '../../helpers/plain.js';
import { outcomeOf, RawClient, request } from '../../helpers/raw.js';
import { call, serverWith } from '../../helpers/server.js';
import { inTime, until } from '../../helpers/until.js';

/** Order and limits of connections and requests. The trials `slow` and `stops` have clients that read nothing or never end. */

const time = request('GET /ws/v2.0/api/time');

const event = ({ token }: { token: string }) =>
  request('GET /ws/v2.0/event/39:1', { Authorization: `Bearer ${token}` });

test('of pipelined requests one is in flight at a time, and no more are read while it waits', async (t) => {
  const { server, store, token, url } = await openServer(t);
  const events = holdEvents({ store });
  const accepted = once(server, 'connection') as Promise<[net.Socket]>;
  const client = await RawClient.connect(url);
  const [connection] = await accepted;
  client.send(Buffer.concat(Array(10_000).fill(event({ token }))));
  for (let count = 0; count < 50; count++)
    t.is((await call(`${url}/ws/v2.0/api/time`)).status, 200, 'others are served');
  t.true(connection.bytesRead > 0 && connection.bytesRead < 500_000, `${connection.bytesRead} bytes are read`);
  events.letGo();
  for (let count = 0; count < 50; count++) t.is((await client.answer())?.status, 200, `answer ${count}`);
  t.is(events.most, 1);
  await client.close();
});

test('connections are accepted before waiting requests and long work go on', async (t) => {
  const { server, url } = await openServer(t);
  const connect = (length: number) => Promise.all(Array.from({ length }, () => RawClient.connect(url)));
  let [done, doneBefore]: [number, number[]] = [0, []];
  server.on('request', (_, response) => response.once('finish', () => (done += 1)));
  server.on('connection', () => doneBefore.push(done));
  for (const client of await connect(32)) client.send(time);
  void turn().then(() => (done += 1));
  await connect(8);
  await until(() => doneBefore.length === 40, { what: 'all are connected' });
  t.is(doneBefore[39], 0, String(doneBefore));
});

const UPLOAD = 400_000;

/** Sends bytes as a client does that reads nothing before it has sent all; returns the statuses that it received, or its error. */
async function upload(url: string, head: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let error: string | undefined;
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    error = code;
  });
  const closed = once(socket, 'close').catch(() => {});
  socket.write(head);
  const piece = Buffer.alloc(50_000, 'x');
  for (let sent = 0; sent < UPLOAD && !socket.destroyed; sent += piece.length) {
    await new Promise((resolve) => socket.write(piece, resolve));
  }
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  socket.end();
  await inTime(closed, 'the connection is not closed');
  return error ?? [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status).join();
}

test('a last answer arrives without a reset, also at a client that goes on sending (RFC 9112, 9.6)', async (t) => {
  const length = { 'Content-Type': 'application/json', 'Content-Length': String(UPLOAD) };
  for (const [head, statuses] of [
    [request('POST /ws/v2.0/api/time', length), '413'],
    [Buffer.concat([time, time, Buffer.from('garbage\r\n')]), '200,200,400'],
  ] as const) {
    const { server, url } = await openServer(t);
    const read: number[] = [];
    server.on('connection', (connection: net.Socket) => {
      connection.once('close', () => read.push(connection.bytesRead));
    });
    const uploads = await Promise.all(Array.from({ length: 2 }, () => upload(url, head)));
    t.deepEqual(uploads, [statuses, statuses]);
    await until(() => read.length === 2, { what: 'the server has closed both connections' });
    // Unread bytes would make the system reset the connection.
    t.deepEqual(read, Array(2).fill(head.length + UPLOAD));
  }
});

test('a client that never closes is disconnected', async (t) => {
  const { url, lifecycle } = await openServer(t);
  const { hostname, port } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  t.teardown(() => socket.destroy());
  socket.write(request('GET /ws/v2.0/api/time', { Connection: 'close' }));
  await once(socket.resume(), 'end');
  await until(() => lifecycle.connections.size === 0, { what: 'the connection is closed' });
  t.pass();
});

const TYPE = { 'Content-Type': 'application/json' };
const TIME = 'POST /ws/v2.0/api/time';

test('a connection has limits, and is not closed before a request timeout could be answered', async (t) => {
  const { server } = await openServer(t, { keepAliveTimeout: 65_000, maxConnections: 12, limits: {} });
  t.like(server, {
    ...{ headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    ...{ maxHeaderSize: 16 * 1024, keepAliveTimeout: 65_000, maxConnections: 12, timeout: 20_000 },
  });
  t.true(server.timeout > CONNECTION_LIMITS.requestTimeout + CONNECTION_LIMITS.connectionsCheckingInterval);
});

test('a client that sends half a request gets a 408, and none on the blacklist, and others are served', async (t) => {
  const { server, store, url } = await openServer(t, { limits: { connectionsCheckingInterval: 50 } });
  for (const bytes of [
    '',
    'GET /ws/v2.0',
    'GET /ws/v2.0/api/time HTTP/1.1\r\nHost: localhost\r\nA: ',
    request(TIME, { ...TYPE, 'Content-Length': '10' }, '{'),
    `${request(TIME, { ...TYPE, 'Transfer-Encoding': 'chunked' })}9\r\n{`,
  ]) {
    Object.assign(server, { headersTimeout: 3_600_000, requestTimeout: 3_600_000 });
    const slow = await RawClient.connect(url);
    slow.send(bytes);
    t.is((await call(`${url}/ws/v2.0/api/time`)).status, 200);
    Object.assign(server, { headersTimeout: 50, requestTimeout: 50 });
    t.deepEqual((await slow.answers()).map(outcomeOf), ['408 request_timeout'], String(bytes));
  }
  await store.blacklist.add({ address: '127.0.0.2', created_at: 0, expires_at: 2 ** 40, reason: 'test' });
  const [, port] = new URL(url).host.split(':');
  const listed = net.connect({ host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.2' });
  listed.write('GET /ws/v2.0');
  const [bytes] = await Promise.race([once(listed, 'data'), once(listed, 'close')]);
  t.false(bytes instanceof Buffer);
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

/** Returns the status of a call from an address of this machine, or the error of the connection. */
const callFrom = (localAddress: string, url: string, agent: http.Agent | false = false) =>
  plainCall(`${url}/api/time`, { localAddress, agent }).then(
    ({ status }) => status,
    ({ code }: NodeJS.ErrnoException) => code,
  );

const shares = serverWith({ maxConnections: 12, maxConnectionsPerAddress: 10 });

test('connections over a limit are closed without a byte, until others have gone', shares, async (t, { url }) => {
  const silent = await Promise.all(Array.from({ length: 30 }, () => RawClient.connect(url)));
  const surplus = () => silent.filter(({ socket }) => socket.destroyed).length;
  await until(() => surplus() === 20, { what: 'those over the limit of the address are closed' });
  t.is(await callFrom('127.0.0.2', url), 200, 'they take none away from other addresses');
  t.true(silent.every(({ received }) => received.length === 0));
  const agent = new http.Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  for (const other of ['127.0.0.2', '127.0.0.3']) t.is(await callFrom(other, url, agent), 200);
  t.is(await callFrom('127.0.0.4', url), 'ECONNRESET', 'of all addresses together there are twelve');
  await Promise.all(silent.map((client) => client.close()));
  const isServed = async () => (await callFrom('127.0.0.1', url)) === 200;
  await until(isServed, { what: 'there is room again' });
});

const one = serverWith({ maxRequests: 1 });

test('beyond the requests in flight, of which slow bodies are none, the answer is 503', one, async (t, server) => {
  const slow = await Promise.all(Array.from({ length: 5 }, () => RawClient.connect(server.url)));
  for (const client of slow) client.send(request(TIME, { ...TYPE, 'Content-Length': '100' }, '{'));
  t.is((await server.call('/api/time')).status, 200);
  slow[0]?.send('}'.padStart(99));
  t.is((await slow[0]?.answer())?.status, 200, 'a body that is complete is read');

  const events = holdEvents(server);
  const held = server.call('/event/39:1');
  await until(() => events.inFlight === 1, { what: 'a request is in flight' });
  slow[1]?.send('}'.padStart(99));
  t.is(outcomeOf(await slow[1]?.answer()), '503 unavailable', 'also to a body that is complete');
  const surplus = await server.call('/api/time');
  t.deepEqual([surplus.status, surplus.headers.get('retry-after'), surplus.json.svcapi.retry_after], [503, '1', 1]);
  events.letGo();
  t.is((await held).status, 200);
  t.is((await server.call('/api/time')).status, 200, 'there is room again');
  await Promise.all(slow.map((client) => client.close()));
});

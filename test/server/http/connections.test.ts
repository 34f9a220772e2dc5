import { once } from 'node:events';
import net from 'node:net';
import test from 'ava';
import { holdEvents } from '../../helpers/hold-events.js';
import { openServer } from '../../helpers/open-server.js';
import { RawClient, request } from '../../helpers/raw.js';
import { call, statusesOf, withServer } from '../../helpers/server.js';
import { inTime, until } from '../../helpers/until.js';

/** Requests wait for those before them, and a last answer arrives. The trials `slow` and `stops` have clients that never end. */

const time = request('GET /ws/v2.0/api/time');
const large = request('GET /ws/v2.0/openapi.json', { 'Accept-Encoding': 'identity' });

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

test('a connection that is closed by an answer drops the requests behind it', withServer, async (t, server) => {
  const last = request('GET /ws/v2.0/api/time', { Connection: 'close' });
  const client = await RawClient.connect(server.url);
  client.send(Buffer.concat([last, event(server), event(server)]));
  t.deepEqual(statusesOf(await client.answers()), [200]);
});

test('a large document arrives whole with anything behind it, and the connection ends with its client', async (t) => {
  const { url, lifecycle } = await openServer(t);
  const half = { 'Content-Length': '9', 'Content-Type': 'application/json' };
  for (const [other, bytes, status] of [
    ['a request', time, 200],
    ['a tunnel', Buffer.concat([request('CONNECT x:1'), Buffer.alloc(100_000, 'x')]), 400],
    ['half a body', request('POST /ws/v2.0/api/time', half, '{'), 400],
    ['garbage', Buffer.from('garbage\r\n\r\n'), 400],
  ] as const) {
    const client = await RawClient.connect(url);
    client.end(Buffer.concat([large, bytes]));
    t.deepEqual(statusesOf(await client.answers()), [200, status], other);
  }
  await until(() => lifecycle.connections.size === 0, { what: 'all connections have ended' });
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

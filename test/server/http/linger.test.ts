import { once } from 'node:events';
import net from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { linger } from '../../../src/server/http/connections.js';
import { openServer } from '../../helpers/open-server.js';
import { request } from '../../helpers/raw.js';
import { inTime, until } from '../../helpers/until.js';

/** A last answer arrives, also at a client that goes on sending: RFC 9112, section 9.6. */

const UPLOAD = 2_000_000;

/** Sends bytes in pieces, as a client does that reads nothing before it has sent all; returns what it received. */
async function upload(url: string, head: string | Buffer, size: number): Promise<{ text: string; error?: string }> {
  const { hostname, port } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let error: string | undefined;
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    error = code;
  });
  const closed = once(socket, 'close').catch(() => {});
  let text = '';
  socket.write(head);
  const piece = Buffer.alloc(50_000, 'x');
  for (let sent = 0; sent < size && !socket.destroyed; sent += piece.length) {
    await new Promise((resolve) => socket.write(piece, resolve));
  }
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  socket.end();
  await inTime(closed, 'the connection is not closed');
  return { text, ...(error !== undefined && { error }) };
}

async function isAnswered(t: ExecutionContext, head: string | Buffer, statuses: number[]): Promise<void> {
  const { server, url } = await openServer(t);
  const read: number[] = [];
  server.on('connection', (connection: net.Socket) => {
    connection.once('close', () => read.push(connection.bytesRead));
  });
  const uploads = await Promise.all(Array.from({ length: 5 }, () => upload(url, head, UPLOAD)));
  for (const { text, error } of uploads) {
    t.is(error, undefined);
    const found = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
    t.deepEqual(found, statuses);
  }
  await until(() => read.length === 5, { what: 'the server has closed 5 connections' });
  // Unread bytes would make the system reset the connection.
  t.deepEqual(read, Array(5).fill(head.length + UPLOAD));
}

test('an upload that is refused gets its 413, and no reset', async (t) => {
  const head = request('POST /ws/v2.0/api/time', {
    'Content-Type': 'application/json',
    'Content-Length': String(UPLOAD),
  });
  await isAnswered(t, head, [413]);
});

test('garbage behind requests takes no answer away, however much of it comes', async (t) => {
  const head = Buffer.concat([request('GET /ws/v2.0/api/time'), request('GET /ws/v2.0/'), Buffer.from('garbage\r\n')]);
  await isAnswered(t, head, [200, 200, 400]);
});

test('a client that never closes is disconnected', async (t) => {
  const { server, url } = await openServer(t);
  const accepted = once(server, 'connection') as Promise<[net.Socket]>;
  const { hostname, port } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  t.teardown(() => socket.destroy());
  const [connection] = await accepted;
  socket.write(request('GET /ws/v2.0/api/time', { Connection: 'close' }));
  await once(connection, 'close');
  t.pass();
});

test('a connection that is closed already leaves no timer', async (t) => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
  const [connection] = (await once(server, 'connection')) as [net.Socket];
  client.destroy();
  connection.destroy();
  await once(connection, 'close');
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  linger(connection);
  t.is(timers(), before);
  server.close();
});

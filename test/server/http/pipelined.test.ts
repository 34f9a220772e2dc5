import type net from 'node:net';
import test from 'ava';
import { openServer } from '../../helpers/open-server.js';
import { RawClient, request } from '../../helpers/raw.js';
import { call, startServer } from '../../helpers/server.js';
import { inTime, until } from '../../helpers/until.js';

/** The worst behind the longest. */

const large = request('GET /ws/v2.0/openapi.json', { 'Accept-Encoding': 'identity' });

test('CONNECT behind a large document is refused when the document has been sent', async (t) => {
  const { url } = await openServer(t);
  const client = await RawClient.connect(url);
  client.send(Buffer.concat([large, request('CONNECT x:1')]));
  const [document, refused] = await client.answers();
  t.is(document?.status, 200);
  t.is(refused?.status, 400);
  t.is(refused?.headers.connection, 'close');
});

/** What follows a large document: a body, a tunnel, and bytes that are no request. */
const others: Record<string, string | Buffer> = {
  'a request': request('GET /ws/v2.0/api/time'),
  'a tunnel': Buffer.concat([request('CONNECT x:1'), Buffer.alloc(100_000, 'x')]),
  'half a body': request('POST /ws/v2.0/api/time', { 'Content-Length': '9', 'Content-Type': 'application/json' }, '{'),
  garbage: 'garbage\r\n\r\n',
};

const pipelined = Object.entries(others).map(
  ([other, bytes]) => [other, Buffer.concat([large, Buffer.from(bytes)])] as const,
);

test('a large document arrives whole with anything behind it, and the connection ends with its client', async (t) => {
  const { url, lifecycle } = await openServer(t);
  for (const [other, bytes] of pipelined) {
    const client = await RawClient.connect(url);
    client.end(bytes);
    await inTime(client.closed, `${other}: the connection is open`);
    t.is((await client.answer())?.status, 200, other);
  }
  await until(() => lifecycle.connections.size === 0, { what: 'all connections have ended' });
});

/** Documents that are more than the system keeps for a client that reads nothing: about four megabytes. */
const unread = Buffer.concat(Array.from({ length: 32 }, () => large));

/** Sends each, behind many documents, on a connection that reads nothing. */
async function sendUnread(url: string): Promise<RawClient[]> {
  const clients: RawClient[] = [];
  for (const [, bytes] of pipelined) {
    const deaf = await RawClient.connect(url);
    deaf.socket.pause();
    deaf.send(Buffer.concat([unread, bytes]));
    clients.push(deaf);
  }
  return clients;
}

test('a client that reads nothing of a large document is disconnected, with anything behind it', async (t) => {
  const { server, url } = await openServer(t);
  server.setTimeout(50);
  let ended = 0;
  server.on('connection', (connection: net.Socket) => {
    connection.once('close', () => {
      ended += 1;
    });
  });
  await sendUnread(url);
  await until(() => ended === pipelined.length, { what: 'all connections have ended' });
  server.setTimeout(0);
  t.is((await call(`${url}/ws/v2.0/api/time`)).status, 200);
});

test('a server closes within its limit while nobody reads a large document, with anything behind it', async (t) => {
  const server = await startServer({ shutdownTimeout: 100 });
  const clients = await sendUnread(server.url);
  t.is((await server.call('/api/time')).status, 200);
  await inTime(server.close(), 'the server does not close');
  for (const client of clients) await client.close();
});

import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { PacedResponse } from '../../src/server/connections/paced-response.js';
import { doNotWatch } from '../helpers/document/watch.js';
import { openServer } from '../helpers/open-server.js';
import { RawClient, request } from '../helpers/raw.js';
import { call } from '../helpers/server.js';
import { inTime, until } from '../helpers/until.js';

const LARGE = '/ws/v2.0/openapi.json';
const PIECE = 128 * 1024;

/** Opens a connection whose writes on the side of the server can be looked at. */
async function connect(t: ExecutionContext) {
  const { server, url } = await openServer(t);
  const accepted = once(server, 'connection') as Promise<[net.Socket]>;
  const client = await RawClient.connect(url);
  const [connection] = await accepted;
  const sizes: number[] = [];
  const { write } = connection;
  connection.write = (...args: unknown[]) => {
    sizes.push(Buffer.byteLength(args[0] as Buffer));
    return write.apply(connection, args as never);
  };
  return { server, url, client, connection, sizes };
}

test('a large document is sent in pieces, and arrives whole', async (t) => {
  const { client, sizes } = await connect(t);
  for (let count = 0; count < 2; count++) client.send(request(`GET ${LARGE}`, { 'Accept-Encoding': 'identity' }));
  const first = await client.answer();
  t.is(first?.status, 200);
  t.is(first?.headers['transfer-encoding'], undefined);
  t.is(JSON.parse(first?.body ?? '').info.version, '2.0');
  t.is((await client.answer())?.body, first?.body);
  t.true(Number(first?.headers['content-length']) > 2 * PIECE);
  t.true(Math.max(...sizes) <= PIECE);
  await client.close();
});

test('the callback of end is called after the last piece', async (t) => {
  const bytes = Buffer.alloc(3 * PIECE + 1, 'x');
  const server = http.createServer({ ServerResponse: PacedResponse }, (_, response) => {
    response.writeHead(200, { 'Content-Length': bytes.length });
    response.end(bytes, () => server.close());
  });
  doNotWatch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closed = once(server, 'close');
  const { port } = server.address() as net.AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { Connection: 'close' } });
  t.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
  await inTime(closed, 'the callback is not called');
});

test('HEAD has the length of a large document, and no body', async (t) => {
  const { client } = await connect(t);
  client.send(request(`HEAD ${LARGE}`, { 'Accept-Encoding': 'identity' }));
  const head = await client.answer({ toHead: true });
  client.send(request(`GET ${LARGE}`, { 'Accept-Encoding': 'identity' }));
  t.is((await client.answer())?.headers['content-length'], head?.headers['content-length']);
  await client.close();
});

test('a client that reads nothing of a large document is given less time, and nothing more is written for it', async (t) => {
  const { server, url, client, connection, sizes } = await connect(t);
  client.socket.pause();
  for (let count = 0; count < 20; count++) client.send(request(`GET ${LARGE}`, { 'Accept-Encoding': 'identity' }));
  await until(() => connection.timeout === 7_500, { what: 'it has less time' });
  t.true(connection.writableLength <= PIECE + 1024);
  const written = sizes.length;
  t.is((await call(`${url}/ws/v2.0/api/time`)).status, 200);
  t.is(sizes.length, written);
  const closed = once(connection, 'close');
  server.emit('timeout', connection);
  await inTime(closed, 'the connection is open');
  await client.close();
});

test('a client that leaves during a large document leaves nothing behind', async (t) => {
  const { server, url, client, connection } = await connect(t);
  client.send(request(`GET ${LARGE}`, { 'Accept-Encoding': 'identity' }));
  await once(client.socket, 'data');
  const closed = new Promise((resolve) => connection.once('close', resolve));
  await client.close();
  await inTime(closed, 'the connection is open');
  t.is((await call(`${url}/ws/v2.0/api/time`)).status, 200);
  server.close();
  t.is(server.listening, false);
});

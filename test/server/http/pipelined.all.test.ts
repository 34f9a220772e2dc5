import { once } from 'node:events';
import type net from 'node:net';
import test from 'ava';
import { openServer } from '../../helpers/open-server.js';
import { RawClient, request } from '../../helpers/raw.js';
import { call, startServer } from '../../helpers/server.js';
import { inTime, until } from '../../helpers/until.js';

/** Everything pipelined behind everything: no connection waits for ever, and none keeps a server from closing. */

const uncoded = { 'Accept-Encoding': 'identity' };

/** Requests with answers of every size. Of those with `token`, the answer needs one. */
const first: Record<string, (token: string) => Buffer> = {
  'a small answer': () => request('GET /ws/v2.0/api/time'),
  'a large document': () => request('GET /ws/v2.0/openapi.json', uncoded),
  'three large documents': () => Buffer.concat(Array(3).fill(request('GET /ws/v2.0/openapi.json', uncoded))),
  'the page': () => request('GET /ws/v2.0/documentation', uncoded),
  'a long list': (token) =>
    request('GET /ws/v2.0/character/1:1/creditlog?item_count=1000', { Authorization: `Bearer ${token}` }),
  'an error': () => request('GET /ws/v2.0/nothing'),
  'a change': () => request('POST /ws/v2.0/api/time', { 'Content-Type': 'application/json' }, '{"time":1718625600}'),
  'no body': () => request('HEAD /ws/v2.0/openapi.json', uncoded),
  'a stream': (token) =>
    request('GET /ws/v2.0/events/personal', { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }),
};

const POST = 'POST /ws/v2.0/api/time HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

/** What follows them: every method, and every kind of bytes that are no request. */
const second: Record<string, string | Buffer> = {
  ...Object.fromEntries(
    ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'FOO'].map((method) => [
      method,
      request(`${method} /ws/v2.0/api/time`),
    ]),
  ),
  CONNECT: request('CONNECT x:1'),
  'CONNECT without a port': request('CONNECT x'),
  'CONNECT and a tunnel': Buffer.concat([request('CONNECT x:1'), Buffer.alloc(100_000, 'x')]),
  'an upgrade': request('GET /ws/v2.0/api/time', { Connection: 'Upgrade', Upgrade: 'websocket' }),
  garbage: 'garbage\r\n\r\n',
  'half a head': 'GET /ws/v2.0/api/time HTTP/1.1\r\nHost',
  'half a body': `${POST}Content-Length: 9\r\n\r\n{`,
  'a wrong chunk': `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  'two lengths': `${POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
  'a long head': `GET / HTTP/1.1\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`,
  'another version': 'GET / HTTP/9.9\r\n\r\n',
  'bytes of TLS': Buffer.from('16030100a5010000a10303', 'hex'),
  'zero bytes': Buffer.alloc(1000),
};

/** Every pair, with its name. */
function pairs(token: string): [name: string, bytes: Buffer][] {
  return Object.entries(first).flatMap(([one, ask]) =>
    Object.entries(second).map(([other, bytes]): [string, Buffer] => [
      `${other} behind ${one}`,
      Buffer.concat([ask(token), Buffer.from(bytes as Buffer)]),
    ]),
  );
}

for (const [one, ask] of Object.entries(first)) {
  if (one === 'a stream') continue;
  test(`whatever comes behind ${one}, it arrives whole, and the connection ends with its client`, async (t) => {
    const { token, url, lifecycle } = await openServer(t);
    for (const [other, bytes] of Object.entries(second)) {
      const client = await RawClient.connect(url);
      client.end(Buffer.concat([ask(token), Buffer.from(bytes as Buffer)]));
      await inTime(client.closed, `${other}: the connection is open`);
      const answer = await client.answer({ toHead: one === 'no body' });
      t.is(answer?.status, one === 'an error' ? 404 : 200, other);
    }
    await until(() => lifecycle.connections.size === 0, { what: 'all connections have ended' });
  });
}

test('a client that reads nothing is disconnected, whatever it has pipelined', async (t) => {
  const { server, token, url, lifecycle } = await openServer(t, { keepAliveTimeout: 500 });
  server.setTimeout(500);
  const open = new Set<string>();
  for (const [name, bytes] of pairs(token)) {
    const accepted = once(server, 'connection') as Promise<[net.Socket]>;
    const deaf = await RawClient.connect(url);
    deaf.socket.pause();
    const [connection] = await accepted;
    open.add(name);
    connection.once('close', () => open.delete(name));
    deaf.send(bytes);
  }
  await until(() => open.size === 0, { what: 'all connections have ended' }).catch((error: Error) => {
    throw new Error(`${error.message}; open: ${[...open].join(', ')}`);
  });
  t.is(lifecycle.connections.size, 0);
  t.is((await call(`${url}/ws/v2.0/api/time`)).status, 200);
});

test('a server closes within its limit, whatever its clients have pipelined and read nothing of', async (t) => {
  const server = await startServer({ shutdownTimeout: 100 });
  const clients: RawClient[] = [];
  for (const [, bytes] of pairs(server.token)) {
    const deaf = await RawClient.connect(server.url);
    deaf.socket.pause();
    deaf.send(bytes);
    clients.push(deaf);
  }
  t.is((await call(`${server.url}/api/time`)).status, 200);
  await inTime(server.close(), 'the server does not close');
  for (const client of clients) await client.close();
  t.pass();
});

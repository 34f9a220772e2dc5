import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import test from 'ava';
import { queueRequests } from '../../../src/server/http/listen.js';
import { newLifecycle } from '../../../src/server/state.js';
import { holdEvents } from '../../helpers/hold-events.js';
import { openServer } from '../../helpers/open-server.js';
import { RawClient, request } from '../../helpers/raw.js';
import { call, withServer } from '../../helpers/server.js';

/** The requests of one connection, one at a time, and those of all connections, some in each turn of the event loop. */

const time = request('GET /ws/v2.0/api/time');

const event = ({ token }: { token: string }) =>
  request('GET /ws/v2.0/event/39:1', { Authorization: `Bearer ${token}` });

test('of 50 pipelined requests one is in flight at a time, and all are answered', withServer, async (t, server) => {
  const events = holdEvents(server);
  const client = await RawClient.connect(server.url);
  client.send(Buffer.concat(Array.from({ length: 50 }, () => event(server))));
  t.is((await server.call('/api/time')).status, 200, 'others are served');
  events.letGo();
  for (let count = 0; count < 50; count++) t.is((await client.answer())?.status, 200, `answer ${count}`);
  t.is(events.most, 1);
  await client.close();
});

test('nothing more is read from a connection while a request waits', async (t) => {
  const { server, store, token, url } = await openServer(t);
  const events = holdEvents({ store });
  const accepted = once(server, 'connection') as Promise<[net.Socket]>;
  const client = await RawClient.connect(url);
  const [connection] = await accepted;
  client.send(Buffer.concat(Array(10_000).fill(event({ token }))));
  for (let count = 0; count < 50; count++) t.is((await call(`${url}/ws/v2.0/api/time`)).status, 200);
  t.true(connection.bytesRead > 0);
  t.true(connection.bytesRead < 500_000, `${connection.bytesRead} bytes are read`);
  events.letGo();
  for (let count = 0; count < 10; count++) t.is((await client.answer())?.status, 200, 'reading goes on');
  await client.close();
});

test('a connection that is closed by an answer drops the requests behind it', withServer, async (t, server) => {
  const client = await RawClient.connect(server.url);
  const last = request('GET /ws/v2.0/api/time', { Connection: 'close' });
  client.send(Buffer.concat([last, event(server), event(server)]));
  t.deepEqual(
    (await client.answers()).map(({ status }) => status),
    [200],
  );
});

test('the request of a connection that closes before its turn is not handled', async (t) => {
  const handled: string[] = [];
  const add = queueRequests(({ url, socket }) => {
    handled.push(String(url));
    socket.destroy();
  }, newLifecycle());
  const server = http.createServer((request, response) => {
    add(request, response);
    if (request.url === '/closed') request.socket.destroy();
  });
  t.teardown(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  for (const path of ['/closed', '/open']) {
    const client = await RawClient.connect(url);
    client.send(request(`GET ${path}`, { Connection: 'close' }));
    await client.answers();
  }
  t.deepEqual(handled, ['/open']);
});

test('the requests of forty connections are all answered', async (t) => {
  const { url } = await openServer(t);
  const clients = await Promise.all(Array.from({ length: 40 }, () => RawClient.connect(url)));
  for (const client of clients) client.send(Buffer.concat([time, time, time]));
  for (const client of clients) for (let count = 0; count < 3; count++) t.is((await client.answer())?.status, 200);
  for (const client of clients) await client.close();
});

test('a new connection waits for few of the requests that others have pipelined on eighty', async (t) => {
  const { server, url } = await openServer(t);
  const [host, port] = ['127.0.0.1', Number(new URL(url).port)];
  const pipelines = await Promise.all(
    Array.from({ length: 80 }, async () => {
      const socket = net.connect({ host, port, localAddress: '127.0.0.2' }).resume();
      await once(socket, 'connect');
      return socket;
    }),
  );
  let answered = 0;
  let before = 0;
  server.on('request', ({ socket }, response) => {
    // A response has no connection any more when it is finished.
    const isOwn = socket.remoteAddress === host;
    response.once('finish', () => {
      if (isOwn) before = answered;
      else answered += 1;
    });
  });
  for (const socket of pipelines) socket.write(Buffer.concat(Array(50).fill(time)));
  await once(server, 'request');
  let accepted = 0;
  server.on('connection', ({ remoteAddress }: net.Socket) => {
    if (remoteAddress === host) accepted = answered;
  });
  const client = await RawClient.connect(url);
  client.send(time);
  t.is((await client.answer())?.status, 200);
  const waited = before - accepted;
  t.true(before > 0 && before < 4000, `${before} of the others were answered`);
  t.true(waited < 500, `${waited} were answered while it waited`);
  await client.close();
  for (const socket of pipelines) socket.destroy();
});

import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { RequestQueue } from '../../../src/server/connections/request-queue.js';
import { RequestTurns } from '../../../src/server/connections/request-turns.js';
import { openServer } from '../../helpers/open-server.js';
import { RawClient, request } from '../../helpers/raw.js';

/** The order in which the requests of all connections are started. */

const time = request('GET /ws/v2.0/api/time');

const openTurns = () => new RequestTurns((work) => work());

/** Adds requests, and returns the addresses of those that each turn of the event loop starts. */
async function startAll(turns: RequestTurns, ...addresses: string[]): Promise<string[]> {
  const started: string[] = [];
  let now = '';
  for (const address of addresses)
    turns.add(address, () => {
      now += address;
    });
  for (;;) {
    if (now === '') return started;
    started.push(now);
    now = '';
    await setImmediate();
  }
}

test('a turn starts sixteen requests, in the order of their arrival', async (t) => {
  const turns = openTurns();
  t.deepEqual(await startAll(turns, ...'abcdefghijklmnopqrstuvwxyzABCDEFGHI'), [
    'abcdefghijklmnop',
    'qrstuvwxyzABCDEF',
    'GHI',
  ]);
  t.deepEqual(await startAll(turns, 'a'), ['a']);
});

test('client addresses take turns', async (t) => {
  const turns = openTurns();
  t.deepEqual(await startAll(turns, ...'a'.repeat(60), 'b', 'c', 'b'), [
    'a'.repeat(16),
    'abcabaaaaaaaaaaa',
    'a'.repeat(16),
    'a'.repeat(15),
  ]);
});

test('while connections arrive, a turn starts two requests', async (t) => {
  const turns = openTurns();
  turns.noteConnection();
  t.deepEqual(await startAll(turns, ...'a'.repeat(30)), ['aa', 'aa', 'a'.repeat(16), 'a'.repeat(10)]);
});

test('the requests of one turn are started together', async (t) => {
  let [calls, isIn] = [0, false];
  const turns = new RequestTurns((work) => {
    [calls, isIn] = [calls + 1, true];
    work();
    isIn = false;
  });
  const started: boolean[] = [];
  for (let count = 0; count < 40; count++) turns.add('a', () => started.push(isIn));
  while (started.length < 40) await setImmediate();
  t.is(calls, 2);
  t.deepEqual(
    started,
    Array.from({ length: 40 }, (_, index) => index >= 16),
  );
});

test('the request of a connection that closes before its turn is not handled', async (t) => {
  const turns = openTurns();
  const handled: string[] = [];
  const server = http.createServer((request, response) => {
    const queue = new RequestQueue(request.socket, turns, ({ url, socket }) => {
      handled.push(String(url));
      socket.destroy();
    });
    for (let count = 0; count < 16; count++) turns.add('a', () => {});
    queue.add(request, response);
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

test('the requests of ninety connections are all answered', async (t) => {
  const { url } = await openServer(t);
  const clients = await Promise.all(Array.from({ length: 90 }, () => RawClient.connect(url)));
  for (const client of clients) client.send(Buffer.concat([time, time, time]));
  for (const client of clients) for (let count = 0; count < 3; count++) t.is((await client.answer())?.status, 200);
  for (const client of clients) await client.close();
});

test('a new connection waits for few of the requests that an address has pipelined on eighty', async (t) => {
  const { server, url } = await openServer(t);
  const [host, port] = ['127.0.0.1', Number(new URL(url).port)];
  const pipelines = await Promise.all(
    Array.from({ length: 80 }, async () => {
      const socket = net.connect({ host, port, localAddress: '127.0.0.2' }).resume();
      await once(socket, 'connect');
      return socket;
    }),
  );
  let [answered, before] = [0, 0];
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
  const accepted = once(server, 'connection').then(() => answered);
  const client = await RawClient.connect(url);
  client.send(time);
  t.is((await client.answer())?.status, 200);
  const waited = before - (await accepted);
  t.true(before > 0 && before < 4000, `${before} of the others were answered`);
  t.true(waited < 500, `${waited} were answered while it waited`);
  await client.close();
  for (const socket of pipelines) socket.destroy();
});

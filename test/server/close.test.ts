import { once } from 'node:events';
import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { type RawAnswer, RawClient, request } from '../helpers/raw.js';
import { type Server, type ServerSetup, startServer, statusesOf } from '../helpers/server.js';
import { inTime, until } from '../helpers/until.js';

/** Shutdown: requests in flight are answered, new connections are refused. */

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Starts a server with ample timeouts, which closes with its test at the latest. */
async function open(t: ExecutionContext, setup?: ServerSetup): Promise<Server> {
  const server = await startServer({ keepAliveTimeout: 60_000, shutdownTimeout: 60_000, limits: {}, ...setup });
  t.teardown(() => server.close());
  return server;
}

/** Sends a request that is in flight until its body is sent. */
async function hold(url: string): Promise<RawClient> {
  const client = await RawClient.connect(url);
  client.send(request('POST /ws/v2.0/api/time', { ...JSON_TYPE, 'Content-Length': '2', Expect: '100-continue' }));
  if ((await client.answer())?.status !== 100) throw new Error('The body was not asked for');
  return client;
}

/** Opens a connection that has been answered once and stays open. */
async function keep(url: string): Promise<RawClient> {
  const client = await RawClient.connect(url);
  client.send(request('GET /ws/v2.0/api/time'));
  if ((await client.answer())?.headers.connection !== 'keep-alive') throw new Error('The connection was not kept');
  return client;
}

async function connectError(url: string): Promise<string | undefined> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  const error = await once(socket, 'connect').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
  socket.destroy();
  return error?.code;
}

test('a server without connections closes at once, however long it would wait for a request', async (t) => {
  const server = await open(t, { shutdownTimeout: 3_600_000, limits: { closingGrace: 3_600_000 } });
  t.true(await inTime(server.close(), 'it waits'));
});

test('while closing: new connections are refused, /readyz is 503, and requests in flight are answered', async (t) => {
  const server = await open(t);
  const held = await hold(server.url);
  const asking = await Promise.all(['/readyz', '/healthz', '/ws/v2.0/api/time'].map(() => keep(server.url)));

  const closed = server.close();
  // Connections that waited for being accepted come first.
  await until(async () => (await connectError(server.url)) === 'ECONNREFUSED', { what: 'the listener is closed' });
  const answers: (RawAnswer | undefined)[] = [];
  for (const [index, path] of ['/readyz', '/healthz', '/ws/v2.0/api/time'].entries()) {
    asking[index]?.send(request(`GET ${path}`));
    answers.push(await asking[index]?.answer());
    await asking[index]?.closed;
  }
  t.deepEqual(statusesOf(answers), [503, 200, 200]);
  t.true(answers.every((answer) => answer?.headers.connection === 'close'));
  t.deepEqual(JSON.parse(answers[0]?.body ?? ''), { state: 'closing' });

  held.send('{}');
  const [answer] = await held.answers();
  t.is(answer?.status, 200);
  t.is(answer?.headers.connection, 'close');
  t.true(await closed);
});

test('connections that go on opening do not keep the listener open', async (t) => {
  const server = await open(t);
  let isOver = false;
  const opening = (async () => {
    while (!isOver && (await connectError(server.url)) !== 'ECONNREFUSED');
  })();
  t.true(await server.close());
  isOver = true;
  await opening;
});

test('the server closes after its drain delay, and idle connections with it', async (t) => {
  const server = await open(t, { drainDelay: 1 });
  const idle = await Promise.all(Array.from({ length: 10 }, () => keep(server.url)));
  t.true(await server.close());
  await Promise.all(idle.map((client) => client.closed));
  t.is(await connectError(server.url), 'ECONNREFUSED');
});

test('an error while closing also closes its connection', async (t) => {
  const server = await open(t);
  const [client, held] = [await keep(server.url), await hold(server.url)];
  const closed = server.close();
  client.send(request('GET /ws/v2.0/nothing'));
  const [answer] = await client.answers();
  t.is(answer?.status, 404);
  t.is(answer?.headers.connection, 'close');
  held.send('{}');
  t.true(await closed);
});

test('a request that was in the socket when closing began is answered', async (t) => {
  const server = await open(t);
  const clients = await Promise.all(Array.from({ length: 20 }, () => keep(server.url)));
  for (const client of clients.slice(0, 10)) client.send(request('GET /ws/v2.0/'));
  const closed = server.close();
  for (const client of clients.slice(10)) client.send(request('GET /ws/v2.0/'));
  const answers = await Promise.all(clients.map((client) => client.answers()));
  t.deepEqual(new Set(answers.map((each) => statusesOf(each).join())), new Set(['200']));
  t.true(await closed);
});

test('closing under load answers every request, the last of each connection with Connection: close', async (t) => {
  const server = await open(t, { rateLimit: 1e9 });
  const auth = { Authorization: `Bearer ${server.token}` };
  const form = { ...auth, 'Content-Type': 'application/x-www-form-urlencoded' };
  const calls = [
    request('GET /ws/v2.0/character/1:1/creditlog?item_count=100', auth),
    request('POST /ws/v2.0/datacard/14:2', form, 'production_entity_uid=4:1&uses=1'),
    request('GET /ws/v2.0/'),
    request('DELETE /ws/v2.0/datacard/14:2?production_entity_uid=4:1', auth),
    request('POST /ws/v2.0/api/time', JSON_TYPE, '{"time":1718625600}'),
  ];
  const answers: (RawAnswer | undefined)[] = [];
  let closed: Promise<boolean> | undefined;
  const clients = Array.from({ length: 15 }, async (_, index) => {
    const client = await RawClient.connect(server.url);
    for (let count = index; ; count++) {
      client.send(calls[count % calls.length] ?? '');
      const answer = await client.answer();
      answers.push(answer);
      if (answers.length === 75) closed = server.close();
      if (answer?.headers.connection !== 'keep-alive') break;
    }
    await client.closed;
  });
  await Promise.all(clients);
  t.true(await closed);
  t.true(statusesOf(answers).every((status) => status === 200 || status === 404));
  t.is(answers.filter((answer) => answer?.headers.connection === 'close').length, 15);
});

test('a change that was cut off finds no database any more, which is no fault', async (t) => {
  const server = await open(t, { shutdownTimeout: 50 });
  const { transaction } = server.store;
  let goOn = () => {};
  let hasEnded = false;
  const begun = new Promise<void>((resolve) => {
    server.store.transaction = async (work) => {
      resolve();
      await new Promise<void>((release) => {
        goOn = release;
      });
      return transaction(work).finally(() => {
        hasEnded = true;
      });
    };
  });
  const client = await RawClient.connect(server.url);
  const auth = { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/x-www-form-urlencoded' };
  client.send(request('POST /ws/v2.0/datacard/14:2', auth, 'production_entity_uid=4:1&uses=1'));
  await inTime(begun, 'the change does not begin');
  t.false(await server.close());
  goOn();
  await until(() => hasEnded, { what: 'the change has ended' });
  // The answer to its failure is written in the next turn.
  await setImmediate();
  t.notRegex(server.log.join(''), /"level":"error"/);
});

test('closing waits for a slow client to read its answers', async (t) => {
  const server = await open(t);
  const { hostname, port } = new URL(server.url);
  const socket = net.connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  // A client of a slow network: it takes a little, then nothing for a while.
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    socket.pause();
    setTimeout(() => socket.resume(), 10);
  });
  const ended = once(socket, 'close');
  const auth = { Authorization: `Bearer ${server.token}` };
  const ask = request('GET /ws/v2.0/character/1:1/creditlog?item_count=1000', auth);
  socket.write(Buffer.concat(Array.from({ length: 12 }, () => ask)));
  await until(() => server.log.length === 12, { what: '12 requests are in the log' });
  t.true(await server.close());
  await ended;
  const [, ...answers] = Buffer.concat(chunks).toString().split('HTTP/1.1 200 OK\r\n');
  t.is(answers.length, 12);
  t.is(new Set(answers.map((answer) => answer.slice(answer.indexOf('\r\n\r\n')))).size, 1, 'each has its whole body');
});

const endless: [title: string, bytes: string | Buffer][] = [
  ['body', request('POST /ws/v2.0/api/time', { ...JSON_TYPE, 'Content-Length': '9', Expect: '100-continue' })],
  ['header', 'GET /ws/v2.0/api/time HTTP/1.1\r\nA: b'],
  ['first byte', ''],
];

test('a client that never sends the rest does not delay closing', async (t) => {
  for (const [title, bytes] of endless) {
    const server = await open(t, { shutdownTimeout: 100 });
    const endlessly = await RawClient.connect(server.url);
    endlessly.send(bytes);
    const idle = await keep(server.url);
    t.false(await server.close(), title);
    await idle.closed;
    t.true(
      statusesOf(await endlessly.answers()).every((status) => status === 100),
      'its time-out is not waited for',
    );
    t.is(await connectError(server.url), 'ECONNREFUSED');
  }
});

import { EventEmitter, once } from 'node:events';
import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { RawClient, request } from '../helpers/raw.js';
import { type Server, type ServerSetup, startServer, statusesOf } from '../helpers/server.js';
import { inTime, until } from '../helpers/until.js';

/** Shutdown: requests in flight are answered, new connections are refused. The trial `stops` does so under load. */

const JSON_TYPE = { 'Content-Type': 'application/json' };
const INVITED = { ...JSON_TYPE, Expect: '100-continue' };

/** Starts a server with ample timeouts, which closes with its test at the latest. */
async function open(t: ExecutionContext, setup?: ServerSetup): Promise<Server> {
  const server = await startServer({ keepAliveTimeout: 60_000, shutdownTimeout: 60_000, limits: {}, ...setup });
  t.teardown(() => server.close());
  return server;
}

/** Sends a request, and returns its connection with the status of its first answer. */
async function begin(url: string, bytes: string | Buffer): Promise<[RawClient, number | undefined]> {
  const client = await RawClient.connect(url);
  client.send(bytes);
  return [client, (await client.answer())?.status];
}

/** Sends a request that is in flight until its body, `{}`, is sent. */
async function hold(url: string): Promise<RawClient> {
  const [client, status] = await begin(url, request('POST /ws/v2.0/api/time', { ...INVITED, 'Content-Length': '2' }));
  if (status !== 100) throw new Error('The body was not asked for');
  return client;
}

/** Opens a connection that has been answered once and stays open. */
async function keep(url: string): Promise<RawClient> {
  return (await begin(url, request('GET /ws/v2.0/api/time')))[0];
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
  const paths = { '/readyz': 503, '/healthz': 200, '/ws/v2.0/api/time': 200, '/ws/v2.0/nothing': 404 };
  const asking = await Promise.all(Object.keys(paths).map(() => keep(server.url)));

  const closed = server.close();
  await until(async () => (await connectError(server.url)) === 'ECONNREFUSED', { what: 'the listener is closed' });
  for (const [index, [path, status]] of Object.entries(paths).entries()) {
    asking[index]?.send(request(`GET ${path}`));
    const answers = await asking[index]?.answers();
    t.deepEqual(
      answers?.map((each) => [each.status, each.headers.connection]),
      [[status, 'close']],
      path,
    );
    if (path === '/readyz') t.deepEqual(JSON.parse(answers?.[0]?.body ?? ''), { state: 'closing' });
  }

  held.send('{}');
  t.like(await held.answers(), [{ status: 200, headers: { connection: 'close' } }]);
  t.true(await closed);
});

test('the server closes after its drain delay, and idle connections with it', async (t) => {
  const server = await open(t, { drainDelay: 1 });
  const idle = await Promise.all(Array.from({ length: 10 }, () => keep(server.url)));
  t.true(await server.close());
  await Promise.all(idle.map((client) => client.closed));
  t.is(await connectError(server.url), 'ECONNREFUSED');
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

test('a change that was cut off finds no database any more, which is no fault', async (t) => {
  const server = await open(t, { shutdownTimeout: 50 });
  const { transaction } = server.store;
  const steps = new EventEmitter();
  const [begun, released, ended] = ['begin', 'go on', 'end'].map((step) => once(steps, step));
  server.store.transaction = async (work) => {
    steps.emit('begin');
    await released;
    return transaction(work).finally(() => steps.emit('end'));
  };
  const client = await RawClient.connect(server.url);
  const auth = { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/x-www-form-urlencoded' };
  client.send(request('POST /ws/v2.0/datacard/14:2', auth, 'production_entity_uid=4:1&uses=1'));
  await inTime(begun as Promise<unknown>, 'the change does not begin');
  t.false(await server.close());
  steps.emit('go on');
  await ended;
  // The answer to its failure is written in the next turn.
  await setImmediate();
  t.notRegex(server.log.join(''), /"level":"error"/);
});

test('closing waits for a slow client to read its answers', async (t) => {
  const server = await open(t);
  const client = await RawClient.connect(server.url);
  // A client of a slow network: it takes a little, then nothing for a while.
  client.socket.on('data', () => {
    client.socket.pause();
    setTimeout(() => client.socket.resume(), 10);
  });
  const auth = { Authorization: `Bearer ${server.token}` };
  client.send(Buffer.concat(Array(12).fill(request('GET /ws/v2.0/character/1:1/creditlog?item_count=1000', auth))));
  await until(() => server.log.length === 12, { what: '12 requests are in the log' });
  t.true(await server.close());
  const answers = await client.answers();
  t.is(answers.length, 12);
  t.is(new Set(answers.map(({ body }) => body)).size, 1, 'each has its whole body');
});

test('a client that never sends the rest does not delay closing', async (t) => {
  for (const bytes of [
    request('POST /ws/v2.0/api/time', { ...INVITED, 'Content-Length': '9' }),
    'GET /ws/v2.0/api/time HTTP/1.1\r\nA: b',
    '',
  ]) {
    const server = await open(t, { shutdownTimeout: 100 });
    const endless = await RawClient.connect(server.url);
    endless.send(bytes);
    const idle = await keep(server.url);
    t.false(await server.close(), String(bytes));
    await idle.closed;
    t.true(
      (await endless.answers()).every(({ status }) => status === 100),
      'its time-out is not waited for',
    );
    t.is(await connectError(server.url), 'ECONNREFUSED');
  }
});

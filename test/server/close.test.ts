import test, { type ExecutionContext } from 'ava';
import { RawClient, request } from '../helpers/raw.js';
import { call, type Server, type ServerSetup, startServer } from '../helpers/server.js';
import { inTime, until } from '../helpers/until.js';

/** Shutdown: requests in flight are answered, new connections are refused. The trial `stops` does so under load. */

const INVITED = { 'Content-Type': 'application/json', Expect: '100-continue', 'Content-Length': '2' };

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
  const [client, status] = await begin(url, request('POST /ws/v2.0/api/time', INVITED));
  if (status !== 100) throw new Error('The body was not asked for');
  return client;
}

/** Opens a connection that has been answered once and stays open. */
async function keep(url: string): Promise<RawClient> {
  return (await begin(url, request('GET /ws/v2.0/api/time')))[0];
}

/** Returns the error of a new connection, if there is one. */
const connectError = ({ url }: Server) =>
  call(url).then(
    () => undefined,
    (error: Error) => (error.cause as NodeJS.ErrnoException).code,
  );

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
  await until(async () => (await connectError(server)) === 'ECONNREFUSED', { what: 'the listener is closed' });
  for (const [index, [path, status]] of Object.entries(paths).entries()) {
    asking[index]?.send(request(`GET ${path}`));
    const answers = await asking[index]?.answers();
    const given = answers?.map((each) => [each.status, each.headers.connection]);
    t.deepEqual(given, [[status, 'close']], path);
    if (path === '/readyz') t.deepEqual(JSON.parse(answers?.[0]?.body ?? ''), { state: 'closing' });
  }

  held.send('{}');
  t.like(await held.answers(), [{ status: 200, headers: { connection: 'close' } }]);
  t.true(await closed);
});

test('the server closes after its drain delay, and idle connections with it, also those that have sent nothing', async (t) => {
  const server = await open(t, { drainDelay: 1, limits: { headersTimeout: 0, requestTimeout: 0, idleTimeout: 0 } });
  const idle = await Promise.all(Array.from({ length: 10 }, () => keep(server.url)));
  const silent = await RawClient.connect(server.url);
  t.true(await server.close());
  await Promise.all([...idle, silent].map((client) => client.closed));
  t.is(await connectError(server), 'ECONNREFUSED');
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

test('a client that never sends the rest, or anything, does not delay closing', async (t) => {
  const server = await open(t, { shutdownTimeout: 100 });
  const invited = await hold(server.url);
  const [silent, idle] = [await RawClient.connect(server.url), await keep(server.url)];
  t.false(await server.close());
  await Promise.all([silent.closed, idle.closed]);
  t.deepEqual(await invited.answers(), [], 'its time-out is not waited for');
});

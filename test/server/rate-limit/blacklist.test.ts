import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqlite } from '../../../src/store/sqlite/open.js';
import { NOW } from '../../helpers/galaxy.js';
import { RawClient, request } from '../../helpers/raw.js';
import { type Server, type ServerSetup, serverWith, startServer, withServer } from '../../helpers/server.js';

/** An address with too many refused calls gets no byte any more: wire.md, “Rate limits”. */

const strict = { rateLimit: 2, blacklistAfter: 3, blacklistFor: 100 };
const ask = request('GET /ws/v2.0/event/39:1');

/** Sends bytes on a connection of their own, and answers how many come back before it is closed. */
async function bytesFor(url: string, bytes: string | Buffer = ask): Promise<number> {
  const client = await RawClient.connect(url);
  client.send(bytes);
  await client.closed;
  return client.received.length;
}

async function isServed(url: string): Promise<boolean> {
  const client = await RawClient.connect(url);
  client.send(request('GET /healthz', { Connection: 'close' }));
  return (await client.answers()).length === 1;
}

/** Calls until the next call would get no answer. */
async function exhaust(t: ExecutionContext, server: Server, headers: Record<string, string> = {}): Promise<void> {
  for (const status of [200, 200, 400, 400, 400]) {
    t.is((await server.call('/event/39:1', { headers })).status, status);
  }
}

const blacklistings = ({ log }: Server) =>
  log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'blacklisted');

test(
  'too many refused calls: they are answered, and the next connection is closed without a byte',
  serverWith(strict),
  async (t, server) => {
    await exhaust(t, server);
    t.is(await bytesFor(server.url), 0);
    t.deepEqual(await server.store.blacklist.list(NOW), [
      { address: '127.0.0.1', created_at: NOW, expires_at: NOW + 100, reason: '3 refused calls of /event/{uid}' },
    ]);
    const [entry, ...others] = blacklistings(server);
    t.like(entry, { address: '127.0.0.1', expiresAt: NOW + 100 });
    t.deepEqual(others, []);
  },
);

test(
  'a refused call says how many more lead to the blacklist, and for how long',
  serverWith({ ...strict, blacklistFor: 7200 }),
  async (t, server) => {
    const answers = [];
    for (let call = 1; call <= 5; call++) answers.push((await server.call('/event/39:1')).json.svcapi);
    t.deepEqual(
      answers.slice(2).map((answer) => [answer.calls_until_blacklist, answer.blacklist_for]),
      [
        [2, 7200],
        [1, 7200],
        [0, 7200],
      ],
    );
    const over = 'Over 2 calls. Wait until Mon, 17 Jun 2024 13:00:00 +0000.';
    t.deepEqual(
      answers.slice(2).map((answer) => answer.error_message),
      [
        `${over} After 2 more refused calls this address is blacklisted for 2 hours: it gets no answer then.`,
        `${over} After 1 more refused call this address is blacklisted for 2 hours: it gets no answer then.`,
        `${over} This address is now blacklisted for 2 hours: it gets no answer.`,
      ],
    );
  },
);

test(
  'a refused call of a trusted proxy says nothing of the blacklist, on which it never is',
  serverWith({ ...strict, trustedProxies: ['127.0.0.1'] }),
  async (t, server) => {
    for (let call = 1; call <= 2; call++) await server.call('/event/39:1');
    const { error_message, calls_until_blacklist, blacklist_for } = (await server.call('/event/39:1')).json.svcapi;
    t.is(error_message, 'Over 2 calls. Wait until Mon, 17 Jun 2024 13:00:00 +0000.');
    t.deepEqual([calls_until_blacklist, blacklist_for], [undefined, undefined]);
  },
);

test(
  'an address that a host took off the blacklist in the same window is not told of it again',
  serverWith(strict),
  async (t, server) => {
    await exhaust(t, server);
    await server.store.blacklist.remove('127.0.0.1');
    server.time.now += 1000;
    const { status, json } = await server.call('/event/39:1');
    t.is(status, 400);
    t.is(json.svcapi.calls_until_blacklist, undefined);
  },
);

const json = { 'Content-Type': 'application/json' };
const attempts: [title: string, bytes: string | Buffer][] = [
  ['another route', request('GET /ws/v2.0/api/time')],
  ['no route', request('GET /nothing')],
  ['/healthz', request('GET /healthz')],
  ['/readyz', request('GET /readyz')],
  [
    'a preflight',
    request('OPTIONS /ws/v2.0/', { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' }),
  ],
  [
    'a body that waits to be invited',
    request('POST /ws/v2.0/api/time', { ...json, 'Content-Length': '2', Expect: '100-continue' }),
  ],
  ['an expectation', request('GET /ws/v2.0/api/time', { Expect: 'x' })],
  ['a made-up address', request('GET /ws/v2.0/api/time', { 'X-Forwarded-For': '198.51.100.7' })],
  ['a target that is none', request('GET http://[::1/')],
  ['a target that is too long', request(`GET /${'x'.repeat(3000)}`)],
  ['no Host', request('GET /', {}, '', null)],
  ['garbage', 'garbage\r\n\r\n'],
  ['too many header fields', request('GET /', { A: 'x'.repeat(9000) })],
  ['a body that is garbage', request('POST /ws/v2.0/api/time', json, '{')],
  [
    'chunks that are garbage',
    request('POST /ws/v2.0/api/time', { ...json, 'Transfer-Encoding': 'chunked', 'Content-Length': '2' }, 'xy'),
  ],
  ['CONNECT', request('CONNECT localhost:80')],
  ['many requests at once', Buffer.concat(Array.from({ length: 20 }, () => ask))],
  ['a request and garbage', Buffer.concat([ask, Buffer.from('garbage\r\n\r\n')])],
];

/** The list is read again by the first request after a start, or after a second. */
for (const [title, bytes] of attempts) {
  test(`no byte for ${title}`, withServer, async (t, server) => {
    await server.store.blacklist.add({ address: '127.0.0.1', created_at: NOW, expires_at: NOW + 100, reason: 'test' });
    t.is(await bytesFor(server.url, bytes), 0);
    t.is(await bytesFor(server.url, bytes), 0);
  });
}

test(
  'open connections of a blacklisted address are closed at their next request',
  serverWith(strict),
  async (t, server) => {
    const open = await Promise.all(Array.from({ length: 3 }, () => RawClient.connect(server.url)));
    for (const client of open) {
      client.send(request('GET /ws/v2.0/api/time'));
      t.is((await client.answer())?.status, 200);
    }
    await exhaust(t, server);
    const before = open.map((client) => client.received.length);
    open[0]?.send(ask);
    open[1]?.send(request('GET /healthz'));
    open[2]?.send('garbage\r\n\r\n');
    await Promise.all(open.map((client) => client.closed));
    t.deepEqual(
      open.map((client) => client.received.length),
      before,
    );
  },
);

test('parallel refused calls add one entry', serverWith(strict), async (t, server) => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => RawClient.connect(server.url)));
  for (const client of clients) client.send(Buffer.concat([ask, ask, ask, ask, ask, ask]));
  await Promise.all(clients.map((client) => client.answer()));
  t.is(blacklistings(server).length, 1);
  t.is((await server.store.blacklist.list(NOW)).length, 1);
  t.is(await bytesFor(server.url), 0);
  await Promise.all(clients.map((client) => client.close()));
});

test('refused calls of two windows are not added up', serverWith(strict), async (t, server) => {
  for (let window = 0; window < 3; window++) {
    for (let call = 0; call < 4; call++) await server.call('/event/39:1');
    server.time.now += 3_600_000;
  }
  t.true(await isServed(server.url));
  t.deepEqual(await server.store.blacklist.list(NOW), []);
});

test('an entry holds until it expires', serverWith(strict), async (t, server) => {
  await exhaust(t, server);
  server.time.now = (NOW + 100) * 1000 - 1;
  t.is(await bytesFor(server.url), 0);
  server.time.now += 1;
  t.true(await isServed(server.url));
});

const behind: ServerSetup = { ...strict, trustedProxies: ['127.0.0.1/32', '10.0.0.0/8'] };

test('a trusted proxy is never blacklisted', serverWith(behind), async (t, server) => {
  const inner = { 'X-Forwarded-For': '10.0.0.2' };
  for (let call = 0; call < 10; call++) {
    t.is((await server.call('/event/39:1')).status, call < 2 ? 200 : 400);
    t.is((await server.call('/event/39:1', { headers: inner })).status, call < 2 ? 200 : 400);
    inner['X-Forwarded-For'] = '10.0.0.2:4711';
  }
  t.deepEqual(await server.store.blacklist.list(NOW), []);
  t.deepEqual(blacklistings(server), []);
});

test('an entry for a trusted proxy has no effect', serverWith(behind), async (t, server) => {
  await server.store.blacklist.add({ address: '127.0.0.1', created_at: NOW, expires_at: NOW + 100, reason: 'test' });
  t.true(await isServed(server.url));
  t.true((await bytesFor(server.url, 'garbage\r\n\r\n')) > 0);
});

test('behind a proxy, the client is blacklisted and its neighbour is served', serverWith(behind), async (t, server) => {
  await exhaust(t, server, { 'X-Forwarded-For': '198.51.100.7' });
  t.is(await bytesFor(server.url, request('GET /healthz', { 'X-Forwarded-For': '198.51.100.7' })), 0);
  t.is((await server.call('/event/39:1', { headers: { 'X-Forwarded-For': '198.51.100.8' } })).status, 200);
  t.like(blacklistings(server)[0], { address: '198.51.100.7' });
});

async function temporaryFile(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svcapi-blacklist-'));
  t.teardown(() => rm(folder, { recursive: true }));
  return join(folder, 'galaxy.db');
}

test('entries survive a restart', async (t) => {
  const database = await temporaryFile(t);
  const first = await startServer({ ...strict, database });
  await exhaust(t, first);
  await first.close();
  const second = await startServer({ ...strict, database });
  t.is(await bytesFor(second.url, 'garbage\r\n\r\n'), 0, 'from the first byte on');
  t.is(await bytesFor(second.url), 0);
  second.time.now = (NOW + 100) * 1000;
  t.true(await isServed(second.url));
  await second.close();
});

test('entries added or removed by another process take effect within a second', async (t) => {
  const database = await temporaryFile(t);
  const server = await startServer({ database });
  const other = await openSqlite({ path: database });
  t.true(await isServed(server.url));
  await other.blacklist.add({ address: '127.0.0.1', created_at: NOW, expires_at: NOW + 100, reason: 'by hand' });
  server.time.now += 1000;
  t.is(await bytesFor(server.url), 0);
  t.true(await other.blacklist.remove('127.0.0.1'));
  server.time.now += 1000;
  t.true(await isServed(server.url));
  await other.close();
  await server.close();
});

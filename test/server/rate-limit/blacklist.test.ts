import test, { type ExecutionContext } from 'ava';
import { NOW } from '../../helpers/galaxy.js';
import { RawClient, request } from '../../helpers/raw.js';
import { type Server, serverWith, withServer } from '../../helpers/server.js';

/** An address with too many refused calls gets no byte any more: wire.md, “Rate limits”. */

const STRICT = { rateLimit: 2, blacklistAfter: 3, blacklistFor: 7200 };
const strict = serverWith(STRICT);
const ask = request('GET /ws/v2.0/event/39:1');
const entry = { address: '127.0.0.1', created_at: NOW, expires_at: NOW + 100, reason: 'test' };

/** Sends bytes on a new connection, and returns how many come back before it is closed. */
async function bytesFor(url: string, bytes: string | Buffer = ask): Promise<number> {
  const client = await RawClient.connect(url);
  client.send(bytes);
  await client.closed;
  return client.received.length;
}

const isServed = async (url: string) => (await bytesFor(url, request('GET /healthz', { Connection: 'close' }))) > 0;

/** Calls until the next call would get no answer. */
async function exhaust(t: ExecutionContext, server: Server, headers: Record<string, string> = {}): Promise<void> {
  for (const status of [200, 200, 400, 400, 400]) t.is((await server.call('/event/39:1', { headers })).status, status);
}

const blacklistings = ({ log }: Server) =>
  log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'blacklisted');

const OVER = 'Over 2 calls. Wait until Mon, 17 Jun 2024 13:00:00 +0000.';
const NO_ANSWER = 'this address is blacklisted for 2 hours: it gets no answer then.';

test('a refused call tells of the blacklist, which holds until it expires', strict, async (t, server) => {
  for (const [left, message] of [
    [undefined, undefined],
    [undefined, undefined],
    [2, `${OVER} After 2 more refused calls ${NO_ANSWER}`],
    [1, `${OVER} After 1 more refused call ${NO_ANSWER}`],
    [0, `${OVER} This address is now blacklisted for 2 hours: it gets no answer.`],
  ] as const) {
    const { error_message, calls_until_blacklist, blacklist_for } = (await server.call('/event/39:1')).json.svcapi;
    t.deepEqual([calls_until_blacklist, error_message, blacklist_for], [left, message, message && 7200]);
  }
  t.is(await bytesFor(server.url), 0);
  t.deepEqual(await server.store.blacklist.list(NOW), [
    { address: '127.0.0.1', created_at: NOW, expires_at: NOW + 7200, reason: '3 refused calls of /event/{uid}' },
  ]);
  t.like(blacklistings(server), [{ address: '127.0.0.1', expiresAt: NOW + 7200 }]);
  t.is(blacklistings(server).length, 1);
  await server.store.blacklist.remove('127.0.0.1');
  server.time.now += 1000;
  const again = await server.call('/event/39:1');
  t.deepEqual([again.status, again.json.svcapi.calls_until_blacklist], [400, undefined], 'it is not told of it again');
  await server.store.blacklist.add({ ...entry, expires_at: NOW + 7200 });
  server.time.now = (NOW + 7200) * 1000 - 1;
  t.is(await bytesFor(server.url), 0);
  server.time.now += 1;
  t.true(await isServed(server.url));
});

const json = { 'Content-Type': 'application/json' };
const TIME = 'POST /ws/v2.0/api/time';
const attempts: Record<string, string | Buffer> = {
  '/healthz': request('GET /healthz'),
  'a page': request('GET /ws/v2.0/account/sign-in'),
  OAuth: request('GET /ws/oauth2/tokeninfo'),
  'a preflight': request('OPTIONS /ws/v2.0/', { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' }),
  'a body that waits to be invited': request(TIME, { ...json, 'Content-Length': '2', Expect: '100-continue' }),
  'a made-up address': request('GET /ws/v2.0/api/time', { 'X-Forwarded-For': '198.51.100.7' }),
  'a target that is none': request('GET http://[::1/'),
  'a target that is too long': request(`GET /${'x'.repeat(3000)}`),
  'no Host': request('GET /', {}, '', null),
  garbage: 'garbage\r\n\r\n',
  'too many header fields': request('GET /', { A: 'x'.repeat(9000) }),
  'a body that is garbage': request(TIME, json, '{'),
  CONNECT: request('CONNECT localhost:80'),
  'requests and garbage': Buffer.concat([ask, ask, Buffer.from('garbage\r\n\r\n')]),
};

test('a blacklisted address gets no byte, whatever it sends', withServer, async (t, server) => {
  await server.store.blacklist.add(entry);
  for (const [title, bytes] of Object.entries(attempts)) {
    // The list is read again by the first request after a start, or after a second.
    server.time.now += 1000;
    t.is(await bytesFor(server.url, bytes), 0, title);
    t.is(await bytesFor(server.url, bytes), 0, title);
  }
});

test('open connections of a blacklisted address are closed at their next request', strict, async (t, server) => {
  const nexts = [ask, request('GET /healthz'), 'garbage\r\n\r\n'];
  const open = await Promise.all(nexts.map(() => RawClient.connect(server.url)));
  for (const client of open) {
    client.send(request('GET /ws/v2.0/api/time'));
    t.is((await client.answer())?.status, 200);
  }
  await exhaust(t, server);
  for (const [at, client] of open.entries()) {
    const before = client.received.length;
    client.send(nexts[at] ?? '');
    await client.closed;
    t.is(client.received.length, before);
  }
});

test('parallel refused calls add one entry', strict, async (t, server) => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => RawClient.connect(server.url)));
  for (const client of clients) client.send(Buffer.concat(Array(6).fill(ask)));
  await Promise.all(clients.map((client) => client.answer()));
  t.deepEqual([blacklistings(server).length, (await server.store.blacklist.list(NOW)).length], [1, 1]);
  t.is(await bytesFor(server.url), 0);
  await Promise.all(clients.map((client) => client.close()));
});

test('refused calls of two windows are not added up', strict, async (t, server) => {
  for (let window = 0; window < 3; window++) {
    for (let call = 0; call < 4; call++) await server.call('/event/39:1');
    server.time.now += 3_600_000;
  }
  t.deepEqual(await server.store.blacklist.list(NOW), []);
});

const behind = serverWith({ ...STRICT, trustedProxies: ['127.0.0.1/32', '10.0.0.0/8'] });

test('a trusted proxy is never blacklisted, but one client behind it', behind, async (t, server) => {
  for (const address of ['127.0.0.1', '10.0.0.2', '10.0.0.2:4711']) {
    for (let call = 0; call < 7; call++) {
      const { json } = await server.call('/event/39:1', { headers: { 'X-Forwarded-For': address } });
      t.is(json.svcapi.calls_until_blacklist, undefined, 'nor told of the blacklist');
    }
  }
  t.deepEqual([await server.store.blacklist.list(NOW), blacklistings(server)], [[], []]);
  await server.store.blacklist.add(entry);
  server.time.now += 1000;
  t.true(await isServed(server.url));
  t.true((await bytesFor(server.url, 'garbage\r\n\r\n')) > 0, 'an entry for it has no effect');

  await exhaust(t, server, { 'X-Forwarded-For': '198.51.100.7' });
  t.is(await bytesFor(server.url, request('GET /healthz', { 'X-Forwarded-For': '198.51.100.7' })), 0);
  t.is((await server.call('/event/39:1', { headers: { 'X-Forwarded-For': '198.51.100.8' } })).status, 200);
  t.like(blacklistings(server), [{ address: '198.51.100.7' }]);
});

import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { permissionNames } from '../../../src/domain/permission.js';
import type { GrantRow } from '../../../src/model/access.js';
import { tokenHash } from '../../../src/store/token.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { loadRows } from '../../helpers/load-rows.js';
import { openServer } from '../../helpers/open-server.js';
import { RawClient, request } from '../../helpers/raw.js';
import { type Server, serverWith, startServer, withServer } from '../../helpers/server.js';
import { addEvents, numbers, openStream, type Stream, uids } from '../../helpers/stream.js';
import { inTime, until } from '../../helpers/until.js';

/** The time within which a stream ends whose request would be refused, in milliseconds. */
const CHECKED = 1000;

const EVENTS = '/events/personal';
const LOG = '/character/1:1/creditlog';

/** Returns why the streams of a server ended, from its log. */
function ends({ log }: Server): string[] {
  const lines = log.map((line) => JSON.parse(line) as { msg: string; end: string });
  return lines.filter(({ msg }) => msg === 'stream ended').map(({ end }) => end);
}

async function hasEnded(t: ExecutionContext, server: Server, stream: Stream, end: string, before = 0): Promise<void> {
  await stream.ends();
  await until(() => ends(server).length > before, { what: 'the end is logged' });
  t.deepEqual(ends(server).slice(before), [end]);
  t.is(stream.isWhole, end !== 'blacklist');
}

async function changeGrant({ store }: Server, token: string, change: Partial<GrantRow>): Promise<void> {
  const { grant_id = '' } = (await store.tokens.principal(token, NOW)) ?? {};
  const grant = await store.grants.find(grant_id, NOW);
  if (!grant) throw new Error('there is no grant');
  await loadRows(store, 'grant', [{ ...grant, revoked_at: null, ...change }]);
}

/** Makes a token of an account for a character. */
async function tokenOf({ store }: Server, account: string, character_uid: string): Promise<string> {
  const grant = { client_id: 'console', character_uid, permissions: permissionNames, expires_at: NOW + 60 };
  return (await store.transaction(({ tokens }) => tokens.create(grant, NOW, account))).token;
}

const fresh = ({ store }: Server) => tokenFor(store, '1:1');

/** What takes the credit log of Hana away from a token, and the status of a request then. */
const losses: Record<
  string,
  [status: number, token: (server: Server) => Promise<string>, lose: (server: Server, token: string) => unknown]
> = {
  'a revoked token': [401, fresh, ({ store }, token) => store.tokens.revokeByHash(tokenHash(token), NOW)],
  'a grant without the permission': [401, fresh, (...of) => changeGrant(...of, { permissions: ['character_read'] })],
  'a grant of another character': [404, fresh, (...of) => changeGrant(...of, { character_uid: '1:2' })],
  // Requests, but no streams, have a minute more.
  'an expired token': [200, ({ store }) => tokenFor(store, '1:1', undefined, { expiresAt: NOW + 4 }), () => {}],
};

test('what takes the list away from a token ends its streams, and no other', withServer, async (t, server) => {
  const stays = await openStream(t, server, EVENTS);
  for (const [name, [status, tokenIn, lose]] of Object.entries(losses)) {
    const token = await tokenIn(server);
    const [stream, before] = [await openStream(t, { url: server.url, token }, LOG), ends(server).length];
    await lose(server, token);
    server.time.now += CHECKED;
    t.is((await server.call(LOG, { headers: { Authorization: `Bearer ${token}` } })).status, status, name);
    await hasEnded(t, server, stream, 'token', before);
    t.is((await openStream(t, { url: server.url, token }, LOG)).status, status === 200 ? 401 : status, name);
    t.is(stream.retries.length, 2, 'at the beginning and at the end');
    for (const retry of stream.retries) t.true(retry >= 1000 && retry <= 3000);
  }
  await addEvents(server.store, [10]);
  await stays.has('39:10');
  t.false(stays.isOver);
});

test('a blacklisted address loses its streams without another byte', withServer, async (t, server) => {
  const stream = await openStream(t, server, EVENTS);
  const before = stream.text;
  await server.store.blacklist.add({ address: '127.0.0.1', created_at: NOW, expires_at: NOW + 60, reason: 'a test' });
  server.time.now += CHECKED;
  await hasEnded(t, server, stream, 'blacklist');
  t.is(stream.text, before);
});

/** Opens a number of streams one after another, each with another token, and returns the last one. */
async function open(t: ExecutionContext, { url }: Server, count: number, tokenIn: () => Promise<string>, headers = {}) {
  let stream: Stream | undefined;
  for (let opened = 0; opened < count; opened += 1)
    stream = await openStream(t, { url, token: await tokenIn() }, EVENTS, headers);
  return stream as Stream;
}

/** Asserts that a stream is refused by a limit. */
function isRefused(t: ExecutionContext, { status, text, headers }: Stream, expected: number, message: string): void {
  t.deepEqual([status, headers.get('retry-after')], [expected, '5']);
  t.true(text.includes(message), text);
}

const limited = serverWith({ maxStreams: 202, maxRequests: 1, trustedProxies: ['127.0.0.1'] });

test('a token has 10 streams, an account 20, an address 100, a proxy the rest', limited, async (t, server) => {
  const own = async () => server.token;
  const last = await open(t, server, 10, own);
  t.is(last.status, 200);
  const refused = await open(t, server, 1, own);
  isRefused(t, refused, 429, 'This token has reached its limit of 10 open streams. Close one first.');
  t.is((await server.call(EVENTS)).status, 200, 'ordinary calls have another limit');
  last.close();
  await until(() => ends(server).length > 0, { what: 'the stream is closed' });
  t.is((await open(t, server, 1, own)).status, 200, 'one that closes is free again');

  const account = await server.store.accounts.create('Player', ['1:2'], NOW);
  const personal = () => tokenOf(server, account, '1:2');
  t.is((await open(t, server, 20, personal)).status, 200);
  isRefused(t, await open(t, server, 1, personal), 429, 'This account has reached its limit of 20');

  const any = () => tokenFor(server.store, '1:1');
  const client = { 'X-Forwarded-For': '192.0.2.1' };
  t.is((await open(t, server, 100, any, client)).status, 200);
  isRefused(t, await open(t, server, 1, any, client), 429, 'This address has reached its limit of 100');
  t.is((await open(t, server, 1, any, { 'X-Forwarded-For': '192.0.2.2' })).status, 200);
  t.is((await open(t, server, 71, any)).status, 200, 'a proxy has as many as the process');
  isRefused(t, await open(t, server, 1, any), 503, '"unavailable"');
  t.is((await server.call(EVENTS)).status, 200, 'they take no slot of the requests in flight');
});

for (const isLate of [false, true]) {
  test(`a server that closes ends a stream ${isLate ? 'that is opened then' : 'and does not wait for it'}`, async (t) => {
    const server = await startServer({ limits: { closingGrace: isLate ? 60_000 : 0 } });
    const early = isLate ? undefined : await openStream(t, server, EVENTS);
    // Its connection is kept, so that the next request needs no listener.
    if (isLate) t.is((await openStream(t, server, '/api/time')).status, 406);
    await nextTurn();
    const closing = server.close();
    const stream = early ?? (await openStream(t, server, EVENTS));
    t.is(stream.status, 200, 'so that browsers reconnect');
    await stream.ends();
    t.true(stream.isWhole && stream.retries.length > 0);
    t.true(await closing, 'nothing was cut off');
    t.deepEqual(ends(server), ['shutdown']);
  });
}

test('a client that does not read holds nobody up, and gets everything, or is dropped and continues', async (t) => {
  const { store, token, url, lifecycle } = await openServer(t);
  const server = { url: `${url}/ws/v2.0`, token };
  const clients: RawClient[] = [];
  for (const _ of [1, 2]) {
    const client = await RawClient.connect(url);
    clients.push(client);
    client.send(request(`GET /ws/v2.0${EVENTS}`, { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }));
    await until(() => client.received.length > 0, { what: 'the stream begins' });
    client.socket.pause();
  }
  const [reads, isDropped] = clients as [RawClient, RawClient];
  const [connection, dropped] = [...lifecycle.connections];
  if (!connection || !dropped) throw new Error('there are no connections');
  const reader = await openStream(t, server, EVENTS);
  const place = reader.lastId();

  // Until they are behind, and a megabyte more.
  const added: number[] = [];
  for (let behind = 0; behind < 2; behind += connection.writableLength > 0 && dropped.writableLength > 0 ? 1 : 0) {
    const next = numbers(100 + added.length, 349 + added.length);
    await addEvents(store, next, { text: 'x'.repeat(5000) });
    await reader.has(...uids(next.slice(-1)));
    added.push(...next);
  }
  t.true(connection.writableLength < 1_000_000, 'no more waits than a few messages');
  reads.socket.resume();
  let end = '';
  reads.socket.on('data', (chunk) => {
    end = `${end.slice(-100)}${chunk}`;
  });
  await until(() => end.includes(`id: 39:${added.at(-1)}\n`), { what: 'everything has come' });
  t.deepEqual(reads.received.toString().match(/(?<=^id: )39:\d+$/gm), uids(added));

  const closed = once(dropped, 'close');
  dropped.setTimeout(50);
  await inTime(closed, 'the connection is open');
  const next = await openStream(t, server, EVENTS, { 'Last-Event-ID': place });
  await next.has(...uids(added.slice(-1)));
  t.deepEqual(next.ids(), uids(added));
  t.false(reader.isOver);
  await Promise.all([reads.close(), isDropped.close()]);
});

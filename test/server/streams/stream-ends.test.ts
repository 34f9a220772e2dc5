import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { permissionNames } from '../../../src/domain/permission.js';
import type { GrantRow } from '../../../src/model/access.js';
import type { Store } from '../../../src/store/store.js';
import { tokenHash } from '../../../src/store/token.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { loadRows } from '../../helpers/load-rows.js';
import { openServer } from '../../helpers/open-server.js';
import { type Server, type ServerSetup, startServer, withServer } from '../../helpers/server.js';
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

async function hasEnded(t: ExecutionContext, server: Server, stream: Stream, end: string): Promise<void> {
  await stream.ends();
  await until(() => ends(server).length > 0, { what: 'the end is logged' });
  t.deepEqual(ends(server), [end]);
}

test('a revoked token ends its streams, and no other', withServer, async (t, server) => {
  const other = { url: server.url, token: await tokenFor(server.store, '1:1') };
  const [stream, stays] = [await openStream(t, server, EVENTS), await openStream(t, other, EVENTS)];
  await server.store.tokens.revokeByHash(tokenHash(server.token), NOW);
  server.time.now += CHECKED;
  await hasEnded(t, server, stream, 'token');
  t.true(stream.isWhole);
  t.is(stream.retries.length, 2, 'at the beginning and at the end');
  await addEvents(server.store, [10]);
  await stays.has('39:10');
});

async function changeGrant({ store, token }: Server, change: Partial<GrantRow>): Promise<void> {
  const { grant_id } = (await store.tokens.principal(token, NOW)) ?? { grant_id: '' };
  const grant = await store.grants.find(grant_id, NOW);
  if (!grant) throw new Error('there is no grant');
  await loadRows(store, 'grant', [{ ...grant, revoked_at: null, ...change }]);
}

/** Makes a token of an account for a character. */
async function tokenOf({ store }: Server, account: string, character_uid: string): Promise<string> {
  const grant = { client_id: 'console', character_uid, permissions: permissionNames, expires_at: NOW + 60 };
  return (await store.transaction(({ tokens }) => tokens.create(grant, NOW, account))).token;
}

/** What takes the credit log of Hana away from a token, and the status of a request then. */
const losses: Record<
  string,
  [status: number, token: (server: Server) => Promise<string>, lose: (server: Server) => unknown]
> = {
  'a revoked client': [401, async ({ token }) => token, ({ store }) => store.clients.revoke('console', NOW)],
  'a grant without the permission of the route': [
    401,
    async ({ token }) => token,
    (server) => changeGrant(server, { permissions: ['character_read'] }),
  ],
  'a grant of another character': [
    404,
    async ({ token }) => token,
    (server) => changeGrant(server, { character_uid: '1:2' }),
  ],
  'a disabled account': [
    401,
    async (server) => tokenOf(server, await server.store.accounts.create('Player', ['1:1'], NOW), '1:1'),
    async ({ store }) => store.accounts.disable((await store.accounts.list())[0]?.id ?? '', NOW),
  ],
  'an expired token': [
    // Requests have a minute more.
    200,
    ({ store }) => tokenFor(store, '1:1', undefined, { expiresAt: NOW + 1 }),
    () => {},
  ],
};

for (const [name, [status, tokenIn, lose]] of Object.entries(losses)) {
  test(`${name} ends its streams`, withServer, async (t, server) => {
    const token = await tokenIn(server);
    const stream = await openStream(t, { url: server.url, token }, LOG);
    await lose(server);
    server.time.now += CHECKED;
    t.is((await server.call(LOG, { headers: { Authorization: `Bearer ${token}` } })).status, status);
    await hasEnded(t, server, stream, 'token');
    t.true(stream.isWhole);
  });
}

test('a blacklisted address loses its streams without another byte', withServer, async (t, server) => {
  const stream = await openStream(t, server, EVENTS);
  const before = stream.text;
  const entry = { address: '127.0.0.1', created_at: NOW, expires_at: NOW + 60, reason: 'a test' };
  await server.store.blacklist.add(entry);
  server.time.now += CHECKED;
  await hasEnded(t, server, stream, 'blacklist');
  t.false(stream.isWhole);
  t.is(stream.text, before);
});

test('a stream stays while nothing ends it', withServer, async (t, server) => {
  const stream = await openStream(t, server, EVENTS);
  for (let turn = 0; turn < 3; turn += 1) {
    server.time.now += 15_000;
    await until(() => stream.comments.length > turn, { what: 'a heartbeat' });
  }
  t.false(stream.isOver);
  t.deepEqual(ends(server), []);
});

async function serve(t: ExecutionContext, setup: ServerSetup): Promise<Server> {
  const server = await startServer(setup);
  t.teardown(() => server.close());
  return server;
}

/** Opens several streams, and returns the last one. */
async function openStreams(t: ExecutionContext, count: number, token: string, server: Server): Promise<Stream> {
  const open = () => openStream(t, { url: server.url, token }, EVENTS);
  for (let opened = 1; opened < count; opened += 1) t.is((await open()).status, 200);
  return open();
}

/** Asserts that a stream is refused by a limit of its client. */
async function isRefused(t: ExecutionContext, server: Server, token: string, limit: string): Promise<void> {
  const { status, text, headers } = await openStream(t, { url: server.url, token }, EVENTS);
  t.is(status, 429);
  t.regex(text, new RegExp(`"This ${limit} open streams. Close one first.".*"too_many_streams"`));
  t.is(headers.get('retry-after'), '5');
}

test('a token has a limit of streams, which is free again when one closes', withServer, async (t, server) => {
  const last = await openStreams(t, 10, server.token, server);
  t.is(last.status, 200);
  await isRefused(t, server, server.token, 'token has reached its limit of 10');
  t.is((await server.call('/events/personal')).status, 200, 'ordinary calls have another limit');
  const other = await tokenFor(server.store, '1:1');
  t.is((await openStreams(t, 1, other, server)).status, 200, 'another token has its own limit');
  last.close();
  await until(() => ends(server).length > 0, { what: 'the stream is closed' });
  t.is((await openStreams(t, 1, server.token, server)).status, 200);
});

test('50 personal tokens of one account open 20 streams, and leave the others to everybody else', async (t) => {
  const server = await serve(t, { maxStreams: 30 });
  const account = await server.store.accounts.create('Player', ['1:2'], NOW);
  for (let count = 0; count < 50; count += 1) {
    const token = await tokenOf(server, account, '1:2');
    if (count < 20) t.is((await openStreams(t, 1, token, server)).status, 200);
    else await isRefused(t, server, token, 'account has reached its limit of 20');
  }
  t.is((await openStreams(t, 10, server.token, server)).status, 200);
});

test('a client address has a limit of streams, a trusted proxy has none', async (t) => {
  const server = await serve(t, { trustedProxies: ['127.0.0.1'], maxStreams: 200 });
  const open = async (clientAddress?: string) => {
    const token = await tokenFor(server.store, '1:1');
    const forwarded: Record<string, string> = clientAddress === undefined ? {} : { 'X-Forwarded-For': clientAddress };
    return openStream(t, { url: server.url, token }, '/events/personal', forwarded);
  };
  for (let opened = 0; opened < 100; opened += 1) t.is((await open('192.0.2.1')).status, 200);
  const refused = await open('192.0.2.1');
  t.is(refused.status, 429);
  t.is((await open('192.0.2.2')).status, 200);
  for (let opened = 0; opened < 20; opened += 1) t.is((await open()).status, 200);
});

test('the process has a limit of streams', async (t) => {
  const server = await serve(t, { maxStreams: 1 });
  await openStream(t, server, EVENTS);
  const refused = await openStream(t, server, EVENTS);
  t.is(refused.status, 503);
  t.regex(refused.text, /"unavailable"/);
  t.is(refused.headers.get('retry-after'), '5');
});

test('streams take no place among the requests in flight', async (t) => {
  const server = await serve(t, { maxRequests: 1 });
  for (let count = 0; count < 5; count += 1) t.is((await openStream(t, server, EVENTS)).status, 200);
  t.is((await server.call('/events/personal')).status, 200);
});

test('a server that closes ends its streams, and waits for none of them', async (t) => {
  const server = await startServer();
  const stream = await openStream(t, server, EVENTS);
  await addEvents(server.store, [10]);
  await stream.has('39:10');
  t.true(await server.close(), 'nothing was cut off');
  await stream.ends();
  t.true(stream.isWhole);
  t.deepEqual(ends(server), ['shutdown']);
  for (const retry of stream.retries) t.true(retry >= 1000 && retry <= 3000);
});

test('a stream that is opened while the server closes ends at once, so that browsers reconnect', async (t) => {
  const server = await startServer({ limits: { closingGrace: 60_000 } });
  // Its connection is kept, so that the next request needs no listener.
  t.is((await server.call('/api/time')).status, 200);
  await nextTurn();
  const closing = server.close();
  const stream = await openStream(t, server, EVENTS);
  t.is(stream.status, 200);
  await stream.ends();
  t.true(stream.isWhole);
  t.true(stream.retries.length > 0);
  t.true(await closing, 'nothing was cut off');
});

/** Opens a stream on a raw connection, and reads nothing of it. */
async function openUnread(t: ExecutionContext) {
  const { server, store, token, url, lifecycle } = await openServer(t);
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  t.teardown(() => socket.destroy());
  const head = ['GET /ws/v2.0/events/personal HTTP/1.1', 'Host: localhost', 'Accept: text/event-stream'];
  socket.write(`${[...head, `Authorization: Bearer ${token}`].join('\r\n')}\r\n\r\n`);
  await once(socket, 'readable');
  const [connection] = [...lifecycle.connections];
  if (!connection) throw new Error('there is no connection');
  return { server, connection, socket, store, stream: { url: `${url}/ws/v2.0`, token } };
}

/** Adds events until a client that does not read is behind, and a megabyte more; returns their numbers. */
async function addMany(store: Store, unread: net.Socket, reader: Stream): Promise<number[]> {
  const added: number[] = [];
  for (let behind = 0; behind < 2; behind += unread.writableLength > 0 ? 1 : 0) {
    const next = numbers(100 + added.length, 349 + added.length);
    await addEvents(store, next, { text: 'x'.repeat(5000) });
    await reader.has(...uids(next.slice(-1)));
    added.push(...next);
  }
  return added;
}

test('a client that does not read holds nobody up, and gets everything once it reads', async (t) => {
  const { connection, socket, store, stream } = await openUnread(t);
  const quick = await openStream(t, stream, EVENTS);
  const added = await addMany(store, connection, quick);
  t.true(connection.writableLength > 0, 'it has not read');
  t.true(connection.writableLength < 1_000_000, 'and no more waits than a few messages');
  const chunks: Buffer[] = [];
  let end = '';
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    end = `${end.slice(-100)}${chunk}`;
  });
  await until(() => end.includes(`id: 39:${added.at(-1)}\n`), { what: 'everything has come' });
  t.deepEqual(
    Buffer.concat(chunks)
      .toString()
      .match(/(?<=^id: )39:\d+$/gm),
    uids(added),
  );
});

test('a burst of events to many streams lets others run in between', async (t) => {
  const { store, url, lifecycle } = await openServer(t);
  const streams: Stream[] = [];
  for (let count = 0; count < 3; count += 1) {
    const token = await tokenFor(store, '1:1');
    const open = () => openStream(t, { url: `${url}/ws/v2.0`, token }, '/events/personal');
    streams.push(...(await Promise.all(Array.from({ length: 10 }, open))));
  }
  let turn = 0;
  const next = () => {
    turn += 1;
    immediate = setImmediate(next);
  };
  let immediate = setImmediate(next);
  t.teardown(() => clearImmediate(immediate));
  const turns = new Set<number>();
  for (const connection of lifecycle.connections) {
    const { write } = connection;
    connection.write = (...args: unknown[]) => {
      turns.add(turn);
      return write.apply(connection, args as never);
    };
  }
  const added = numbers(100, 199);
  await addEvents(store, added, { text: 'x'.repeat(500) });
  for (const stream of streams) await stream.has(...uids(added));
  t.true(turns.size > 3, `all was written in ${turns.size} turns`);
});

test('a client that does not read for long is dropped, and can continue from its place', async (t) => {
  const { connection, store, stream } = await openUnread(t);
  const reader = await openStream(t, stream, EVENTS);
  const place = reader.lastId();
  const added = await addMany(store, connection, reader);
  const closed = once(connection, 'close');
  connection.setTimeout(50);
  await inTime(closed, 'the connection is open');
  const next = await openStream(t, stream, EVENTS, { 'Last-Event-ID': place });
  await next.has(...uids(added.slice(-1)));
  t.deepEqual(next.ids(), uids(added));
  t.false(reader.isOver);
});

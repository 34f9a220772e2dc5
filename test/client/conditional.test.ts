import test, { type ExecutionContext } from 'ava';
import { Client, type ClientOptions, NotModified, WrongAnswer } from '../../src/client/index.js';
import { signIn, withPlayer } from '../helpers/cli/sign-in.js';
import { strangeServer } from '../helpers/cli/strange-server.js';
import { NOW } from '../helpers/galaxy.js';
import { type Server, withServer } from '../helpers/server.js';
import { addTransactions, numbers } from '../helpers/stream.js';

/** Calls that ask for what is known already by its ETag. */

const MIB = 1024 * 1024;

const clientOf = ({ url, token }: Server, options: Partial<ClientOptions> = {}) =>
  new Client({ baseUrl: new URL(url).origin, token, cacheBytes: MIB, ...options });

/** The statuses of the calls that the service has answered so far. */
const statusesOf = ({ log }: Server) => log.flatMap((line) => /"status":(\d+)/.exec(line)?.[1] ?? []).map(Number);

const card = (client: Client, uid = '14:1') => client.call('GET /datacard/{uid}', { params: { uid } });

test(
  'a kept answer is handed out while it is the same, with the time and the limit of the call',
  withServer,
  async (t, server) => {
    const client = clientOf(server);
    const first = await card(client);
    server.time.now += 90_500;
    const second = await card(client);
    t.deepEqual(statusesOf(server), [200, 304]);
    t.deepEqual(second.envelope, { ...first.envelope, timestamp: NOW + 90 });
    t.deepEqual([second.status, second.etag], [200, first.etag]);
    t.is(second.headers['content-type'], first.headers['content-type']);
    t.not(second.requestId, first.requestId);
    t.deepEqual(second.rateLimit, { limit: 600, remaining: 598, reset: NOW + 3600 }, 'a 304 is counted');
  },
);

test('a kept answer in XML has the time of the call, and its bytes otherwise', withServer, async (t, server) => {
  const client = clientOf(server);
  const send = () => client.send({ method: 'GET', path: '/datacard/14:1', format: 'xml' });
  const first = await send();
  server.time.now += 1000;
  t.is((await send()).text, first.text.replace(`timestamp="${NOW}"`, `timestamp="${NOW + 1}"`));
  t.deepEqual(statusesOf(server), [200, 304]);
});

test('an answer that has changed is never handed out', withServer, async (t, server) => {
  const client = clientOf(server, { retries: 0 });
  const assign = (uses: number) =>
    client.call('POST /datacard/{uid}', { params: { uid: '14:1' }, body: { production_entity_uid: '4:1', uses } });
  const seen: unknown[] = [];
  for (const uses of [1, 2, 3]) {
    await assign(uses);
    seen.push((await card(client)).data.datacard.uses, (await card(client)).data.datacard.uses);
  }
  t.deepEqual(seen, [99, 99, 97, 97, 94, 94]);
  t.is(statusesOf(server).filter((status) => status === 304).length, 3);
});

test('what a program does to an answer does not change the kept one', withServer, async (t, server) => {
  const client = clientOf(server);
  const { data } = await card(client);
  data.datacard.uses = -1;
  t.is((await card(client)).data.datacard.uses, 100);
});

test('another token, format, language or address has an answer of its own', withServer, async (t, server) => {
  const asked: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    asked.push(new Headers(init?.headers).get('If-None-Match'));
    return globalThis.fetch(input, init);
  };
  const client = clientOf(server, { fetch });
  const request = { method: 'GET', path: '/character/1:1' };
  await client.send(request);
  await client.send({ ...request, format: 'xml' });
  await client.send({ ...request, headers: { 'Accept-Language': 'de' } });
  await client.send({ ...request, headers: { Authorization: 'Bearer other' } }).catch(() => {});
  await client.send({ ...request, query: { format: 'json' } });
  t.deepEqual(asked, [null, null, null, null, null]);
  await client.send({ ...request, headers: { 'X-Request-Id': 'mine', 'User-Agent': 'mine' } });
  t.is(asked.length, 6);
  t.truthy(asked[5], 'a request id makes no difference');
});

test('a renewed token starts anew', async (t) => {
  const player = await withPlayer(t);
  const { token: accessToken, refreshToken = '', expiresAt } = await signIn(player);
  const tokens = { accessToken, refreshToken, expiresAt };
  const later = NOW + 3700;
  const clock = { now: () => player.server.time.now, sleep: () => Promise.resolve() };
  const client = new Client({
    baseUrl: player.origin,
    clock,
    cacheBytes: MIB,
    oauth: { clientId: 'svcapi-cli', tokens },
  });
  const before = statusesOf(player.server).length;
  const own = async () => (await client.call('GET /character[/{uid}]')).data.character.uid;
  t.deepEqual([await own(), await own()], ['1:1', '1:1']);
  player.server.time.now = later * 1000;
  t.is(await own(), '1:1');
  const statuses = statusesOf(player.server).slice(before);
  t.deepEqual([statuses.slice(0, 2), statuses.at(-1)], [[200, 304], 200]);
});

test(
  'a credit log that is read again is transferred from where it has changed',
  withServer,
  async (t, server) => {
    const client = clientOf(server, { cacheBytes: 8 * MIB });
    const read = async () => {
      const from = statusesOf(server).length;
      let last = 0;
      for await (const { attributes } of client.creditLog('1:1')) last = attributes.transaction_id;
      return [last, ...statusesOf(server).slice(from)];
    };
    t.deepEqual(await read(), [2500, 200, 200, 200]);
    t.deepEqual(await read(), [2500, 304, 304, 304]);
    await addTransactions(server.store, numbers(2501, 2503));
    t.deepEqual(await read(), [2503, 304, 304, 200]);
  },
  { rateLimit: 1e6 },
);

test('no more is kept than fits; what was used last stays', withServer, async (t, server) => {
  const { text } = await clientOf(server).send({ method: 'GET', path: '/datacard/14:1' });
  const client = clientOf(server, { cacheBytes: 5 * text.length + 1000 });
  const from = statusesOf(server).length;
  for (const uid of ['14:1', '14:3', '14:1', '14:2', '14:1', '14:3']) await card(client, uid);
  t.deepEqual(statusesOf(server).slice(from), [200, 200, 304, 200, 304, 200]);
  const small = clientOf(server, { cacheBytes: 100 });
  t.deepEqual([(await card(small)).status, (await card(small)).status], [200, 200]);
  t.deepEqual(statusesOf(server).slice(-2), [200, 200]);
});

test('ifNoneMatch asks whether an answer is still the same', withServer, async (t, server) => {
  const client = clientOf(server, { cacheBytes: 0 });
  const { etag = '' } = await card(client);
  t.regex(etag, /^W\/"[\w-]{22}"$/);
  const call = () => client.call('GET /datacard/{uid}', { params: { uid: '14:1' }, ifNoneMatch: etag });
  const error = await t.throwsAsync(call(), { instanceOf: NotModified });
  t.is(error.status, 304);
  t.deepEqual(error.rateLimit, { limit: 600, remaining: 598, reset: NOW + 3600 });
  const raw = await client.send({ method: 'GET', path: '/datacard/14:1', headers: { 'if-none-match': etag } });
  t.deepEqual([raw.status, raw.text], [304, '']);
  await client.call('POST /datacard/{uid}', {
    params: { uid: '14:1' },
    body: { production_entity_uid: '4:1', uses: 3 },
  });
  t.is((await call()).data.datacard.uses, 97);
});

test('by default nothing is asked for by its ETag', withServer, async (t, server) => {
  const client = clientOf(server, { cacheBytes: undefined });
  await card(client);
  await card(client);
  t.deepEqual(statusesOf(server), [200, 200]);
});

/** A server that answers as a test wants, and a client of it that keeps answers. */
async function strange(
  t: ExecutionContext,
  answers: [status: number, headers: Record<string, string>, body: string][],
) {
  const { url, requests } = await strangeServer(t, (response) => {
    const [status, headers, body] = answers.shift() ?? [500, {}, ''];
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  });
  const client = new Client({ baseUrl: url, retries: 0, cacheBytes: MIB });
  return {
    send: () => client.send({ method: 'GET', path: '/' }),
    asked: () => requests.map(({ headers }) => headers['if-none-match']),
  };
}

test('a 304 that was not asked for is no answer', async (t) => {
  const { send } = await strange(t, [[304, { ETag: '"a"' }, '']]);
  await t.throwsAsync(send, { instanceOf: WrongAnswer });
});

test('answers with no-store, without an ETag, and errors are not kept', async (t) => {
  const { send, asked } = await strange(t, [
    [200, { ETag: '"a"', 'Cache-Control': 'private, no-store' }, '{}'],
    [200, {}, '{}'],
    [206, { ETag: '"d"' }, '{'],
    [404, { ETag: '"b"' }, '{}'],
    [200, { ETag: '"c"' }, '{"c":1}'],
    [503, {}, '{}'],
    [304, { ETag: '"c"' }, ''],
  ]);
  await send();
  await send();
  await send();
  await t.throwsAsync(send);
  await send();
  await t.throwsAsync(send);
  t.is((await send()).text, '{"c":1}', 'an error does not drop what was kept');
  t.deepEqual(asked(), [undefined, undefined, undefined, undefined, undefined, '"c"', '"c"']);
});

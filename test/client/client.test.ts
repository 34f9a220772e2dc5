import test from 'ava';
import { exitOf } from '../../src/cli/output/explain-error.js';
import { Client, type ClientOptions, ServiceError, Unreachable, WrongAnswer } from '../../src/client/index.js';
import { requestOf, targetOf } from '../../src/client/request.js';
import { enveloped, rawServer, strangeServer } from '../helpers/cli/strange-server.js';
import { NOW } from '../helpers/galaxy.js';
import { serverWith, withServer } from '../helpers/server.js';

/** Calls of the client, its options, and servers that behave in strange ways. */

const clientOf = (baseUrl: string, options = {}) => new Client({ baseUrl, retries: 0, ...options });

test('a call is typed by its route, and returns the payload and the rate limit', withServer, async (t, server) => {
  const client = new Client({ baseUrl: new URL(server.url).origin, token: server.token });
  const time = await client.call('POST /api/time', { body: { cgt: 'Year 12 Day 3' } });
  t.is(time.envelope.svcapi.timestamp, 1291273200);
  t.is(time.rateLimit, undefined);
  const card = await client.call('GET /datacard/{uid}', { params: { uid: '14:3' } });
  const { resource, svcapi } = card.envelope;
  t.deepEqual([card.status, resource, svcapi.datacard.uses], [200, 'datacard', 6]);
  t.deepEqual(card.rateLimit, { limit: 600, remaining: 599, reset: NOW + 3600 });
  const headers = { 'if-none-match': card.etag ?? '' };
  const again = await client.send({ method: 'GET', path: '/datacard/14:3', headers });
  t.deepEqual([again.status, again.text], [304, '']);
  const query = { item_count: 2, start_id: undefined };
  const log = await client.call('GET /character/{uid}/creditlog', { params: { uid: 'Hana Veil' }, query });
  t.is(log.envelope.svcapi.transactions.attributes.count, 2);
  t.is((await client.call('GET /character[/{uid}]')).envelope.svcapi.character.name, 'Hana Veil');
  const body = { production_entity_uid: '4:1', uses: 3 };
  const assign = () => client.call('POST /datacard/{uid}', { params: { uid: '14:1' }, body, idempotencyKey: 'once' });
  t.deepEqual((await assign()).data, (await assign()).data);
  t.is((await client.call('GET /datacard/{uid}', { params: { uid: '14:1' } })).data.datacard.uses, 97);
});

const limited = serverWith({ rateLimit: 1 });

test('an error has its code, details and rate limit in either format', limited, async (t, server) => {
  const client = new Client({ baseUrl: `${new URL(server.url).origin}/`, token: server.token, retries: 0 });
  const send = (format: 'json' | 'xml') => client.send({ method: 'GET', path: '/event/39:1', format });
  await send('json');
  const error = await t.throwsAsync(client.call('GET /event/{uid}', { params: { uid: '39:1' } }), {
    instanceOf: ServiceError,
  });
  t.deepEqual([error.code, error.status, exitOf(error)], ['rate_limit_exceeded', 400, 'rate_limited']);
  t.deepEqual(error.retryAt, new Date((NOW + 3600) * 1000));
  t.deepEqual(error.details, { retry_after: 3600, calls_until_blacklist: 599, blacklist_for: 86_400 });
  t.deepEqual(error.rateLimit, { limit: 1, remaining: 0, reset: NOW + 3600 });
  t.is(JSON.parse(error.answer.text).resource, 'error');
  const xml = await t.throwsAsync(send('xml'), { instanceOf: ServiceError });
  t.deepEqual([xml.code, xml.status, xml.message.slice(0, 20)], [error.code, 400, error.message.slice(0, 20)]);
  t.deepEqual(xml.details, { ...error.details, calls_until_blacklist: 598 });
});

const baseUrl = 'http://127.0.0.1:8080';

const addresses = [
  ...[undefined, '', 8080, 'localhost:8080', 'example.org', 'ftp://example.org', 'https://ines:secret@example.org'],
  ...['https://example.org/?access_token=secret', 'https://example.org/#top', new URL('https://example.org/?a')],
];
const ADDRESS =
  'the option baseUrl must be an address with http or https, such as https://example.org, without a user, a query or a fragment';
const tokens = { accessToken: 'a', refreshToken: 'b' };
const TOKEN = 'must be a token: ASCII characters without spaces';

const wrong: [options: object, message: string][] = [
  ...addresses.map((baseUrl): [object, string] => [{ baseUrl }, ADDRESS]),
  [{ baseUrl, token: 'a secret' }, `the option token ${TOKEN}`],
  [{ baseUrl, token: '' }, `the option token ${TOKEN}`],
  [
    { baseUrl, oauth: { clientId: 'a', tokens: { ...tokens, accessToken: 'a secret' } } },
    `the option oauth.tokens.accessToken ${TOKEN}`,
  ],
  [
    { baseUrl, token: 'a', oauth: { clientId: 'a', tokens } },
    'the options token and oauth exclude each other: give one',
  ],
];

test('a wrong option is refused by its name, and a time in milliseconds where seconds are expected', (t) => {
  for (const [options, message] of wrong)
    t.throws(() => new Client(options as ClientOptions), { instanceOf: TypeError, message }, JSON.stringify(options));
  const message = 'since is 1718530000000: is this in milliseconds? Give Unix seconds';
  t.throws(() => clientOf(baseUrl).events({ since: 1718530000000 }), { instanceOf: TypeError, message });
});

const targets: [url: string, path: string, target: string][] = [
  ['http://h', '/api/time', '/ws/v2.0/api/time'],
  ['http://h/', 'api/time', '/ws/v2.0/api/time'],
  ['http://h/space', '/', '/space/ws/v2.0/'],
  ['http://h', '/ws/v2.0', '/ws/v2.0'],
  ['http://h', '/ws/v2.0?x', '/ws/v2.0?x'],
  ['http://h', '/ws/v2.0x', '/ws/v2.0/ws/v2.0x'],
  ['http://h', '/a/../b', '/ws/v2.0/a/../b'],
  ['http://h', '/%41 é#\r\n', '/ws/v2.0/%41%20%C3%A9%23%0D%0A'],
];

test('the target of a call has its path below the address, and its query', (t) => {
  for (const [url, path, target] of targets) t.is(targetOf(url, path), target, path);
  t.is(targetOf('http://h', '/a', { b: 1, c: undefined, 'd e': '&=' }), '/ws/v2.0/a?b=1&d+e=%26%3D');
  t.is(targetOf('http://h', '/a?z', { b: 1 }), '/ws/v2.0/a?z&b=1');
});

test('path parameters are encoded, and none leads to another path', withServer, async (t, server) => {
  const path = (uid?: string) => requestOf('GET /character[/{uid}]', { params: { uid } }).path;
  t.is(path(), '/character');
  t.is(path('1:2'), '/character/1:2');
  t.is(path('a/b ?%é'), '/character/a%2Fb%20%3F%25%C3%A9');
  // Otherwise the service would take the end for the format.
  t.is(path('a.b.json'), '/character/a.b.json.json');
  t.is(path('A.XML'), '/character/A.XML.json');
  t.is(requestOf('GET /character/{uid}/credits', { params: { uid: 'a.json' } }).path, '/character/a.json/credits');
  const client = clientOf(new URL(server.url).origin, { token: server.token });
  const empty = client.call('GET /character[/{uid}]', { params: { uid: '' } });
  await t.throwsAsync(empty, { message: 'GET /character[/{uid}] needs params.uid' });
  await t.throwsAsync(client.call('GET /event/{uid}', {} as never), { message: 'GET /event/{uid} needs params.uid' });
  const up = client.call('GET /character/{uid}/credits', { params: { uid: '..' } });
  await t.throwsAsync(up, { instanceOf: TypeError });
  const { data } = await client.call('GET /character[/{uid}]', { params: { uid: undefined } });
  t.is(data.character.uid, '1:1');
});

test('a request has the header fields of the client and of the call, and none that cannot be sent', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.end(enveloped({})));
  const given = { 'X-Request-Id': 'mine', accept: 'text/json' };
  await clientOf(url, { token: 'secret' }).call('GET /api/time', { headers: given });
  await clientOf(url, { userAgent: 'my-program/1.0' }).send({ method: 'GET', path: '/', format: 'xml' });
  const [first, second] = requests.map(({ headers }) => headers);
  t.like(first, { accept: 'text/json', authorization: 'Bearer secret', 'x-request-id': 'mine' });
  t.is(first?.['user-agent'], 'svcapi-client');
  t.like(second, { accept: 'application/xml', 'user-agent': 'my-program/1.0' });
  t.is(second?.authorization, undefined);
  const token = t.throws(() => clientOf(url, { token: 'a secret\n' }), { instanceOf: TypeError });
  const headers = { Cookie: 'a secret\n' };
  const field = await t.throwsAsync(clientOf(url).call('GET /api/time', { headers }), { instanceOf: TypeError });
  for (const error of [token, field]) t.notRegex(String(error?.message), /secret/);
  t.is(requests.length, 2);
});

test('a fetch of the program is used, names of header fields are in lower case, and text that is cut is whole', async (t) => {
  const asked: string[] = [];
  const fields = Object.entries({ 'X-Request-Id': 'r1', ETag: '"e1"' });
  const fetch = (async (url: string) => {
    asked.push(url);
    // No network puts its bytes together again.
    const body = ReadableStream.from(
      [...Buffer.from(enveloped({ message: '“é😀”' }))].map((byte) => Uint8Array.of(byte)),
    );
    return Object.defineProperty(new Response(body), 'headers', { value: fields });
  }) as typeof globalThis.fetch;
  const { data, requestId, etag } = await clientOf('http://galaxy.example', { fetch }).call('GET /api/helloworld');
  t.deepEqual(asked, ['http://galaxy.example/ws/v2.0/api/helloworld']);
  t.deepEqual([data.message, requestId, etag], ['“é😀”', 'r1', '"e1"']);
});

test('a redirect is not followed, and its target does not get the token', async (t) => {
  for (const status of [301, 302, 303, 307, 308]) {
    const other = await strangeServer(t, (response) => response.end(enveloped({ message: 'mine' })));
    const { url, requests } = await strangeServer(t, (response) => {
      response.writeHead(status, { Location: `${other.url}/ws/v2.0/api/helloauth` }).end();
    });
    const call = clientOf(url, { token: 'secret' }).call('GET /api/helloauth');
    const error = await t.throwsAsync(call, { instanceOf: WrongAnswer });
    t.true(error.message.startsWith(`the answer sends elsewhere (${other.url}/`), error.message);
    t.is(error.status, status);
    t.deepEqual([requests.length, other.requests], [1, []]);
  }
});

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nX-Request-Id: r1\r\n\r\n{"version":';

test('a closed connection, a silent server and a body without an end have their codes', async (t) => {
  for (const [bytes, isClosed, code, requestId] of [
    ['', true, 'ECONNRESET', undefined],
    [HEAD, true, 'incomplete', 'r1'],
    ['', false, 'timeout', undefined],
    [HEAD, false, 'timeout', 'r1'],
  ] as const) {
    const url = await rawServer(t, (socket) => {
      socket.once('data', () => (isClosed ? socket.end(bytes) : socket.write(bytes)));
    });
    const timeout = isClosed ? 1e9 : 50;
    for (const call of [
      clientOf(url, { timeout }).call('GET /api/time'),
      clientOf(url).call('GET /api/time', { timeout }),
    ]) {
      const error = await t.throwsAsync(call, { instanceOf: Unreachable });
      t.is(error.code, code, bytes);
      if (isClosed) t.is(error.requestId, requestId);
      t.notRegex(error.message, /--/, 'no flag of a command line');
    }
  }
});

test('a call is aborted before it is sent, while it waits, and while its answer arrives', async (t) => {
  for (const when of ['before', 'waiting', 'arriving']) {
    const controller = new AbortController();
    const abort = () => controller.abort(new Error(when));
    let seen = 0;
    const url = await rawServer(t, (socket) => {
      seen += 1;
      socket.once('data', () => {
        if (when === 'waiting') abort();
        else socket.write(HEAD, () => setImmediate(abort));
      });
    });
    if (when === 'before') abort();
    await t.throwsAsync(clientOf(url).call('GET /api/time', { signal: controller.signal }), { message: when });
    t.is(seen, when === 'before' ? 0 : 1);
  }
});

test('an address may be a URL, and options may be undefined', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.end(enveloped({})));
  const none = { timeout: undefined, token: undefined, retries: undefined };
  await new Client({ baseUrl: new URL('space/', url), ...none }).call('GET /api/time');
  t.is(requests[0]?.url, '/space/ws/v2.0/api/time');
  for (const end of ['', '/', '/ws/v2.0', '/ws/v2.0/']) {
    await new Client({ baseUrl: url + end }).call('GET /api/time');
    t.is(requests.at(-1)?.url, '/ws/v2.0/api/time', end);
  }
});

import test from 'ava';
import { Client, type ClientOptions } from '../../src/client/index.js';
import { requestOf, targetOf } from '../../src/client/request.js';
import { strangeServer } from '../helpers/cli/strange-server.js';

/** Options that a program without a compiler, or with values from elsewhere, can get wrong, and how a call becomes a request. */

const baseUrl = 'http://127.0.0.1:8080';

const addresses = [
  ...[undefined, '', 8080, 'localhost:8080', '127.0.0.1:8080', 'example.org', 'ftp://example.org'],
  ...['https://ines@example.org', 'https://ines:secret@example.org', 'https://example.org/?access_token=secret'],
  ...['https://example.org/#top', new URL('https://example.org/?a')],
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

test('a client is refused by the name of its option', (t) => {
  for (const [options, message] of wrong) {
    const create = () => new Client(options as ClientOptions);
    t.is(t.throws(create, { instanceOf: TypeError }, JSON.stringify(options)).message, message);
  }
});

test('an address may be a URL, and options may be undefined', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.end('{"svcapi":{}}'));
  const none = { timeout: undefined, token: undefined, retries: undefined };
  await new Client({ baseUrl: new URL('space/', url), ...none }).call('GET /api/time');
  t.is(requests[0]?.url, '/space/ws/v2.0/api/time');
  for (const end of ['', '/', '/ws/v2.0', '/ws/v2.0/']) {
    await new Client({ baseUrl: url + end }).call('GET /api/time');
    t.is(requests.at(-1)?.url, '/ws/v2.0/api/time', end);
  }
});

test('a time in milliseconds is refused where seconds are expected', async (t) => {
  const fetch = () => t.fail('nothing is sent') as never;
  const client = new Client({ baseUrl, fetch });
  const message = 'since is 1718530000000: is this in milliseconds? Give Unix seconds';
  await t.throwsAsync(async () => client.events({ since: 1718530000000 }).next(), { instanceOf: TypeError, message });
});

test('without a global fetch, the error names the option', async (t) => {
  const { fetch } = globalThis;
  t.teardown(() => {
    globalThis.fetch = fetch;
  });
  Reflect.deleteProperty(globalThis, 'fetch');
  const message = 'there is no global fetch: give a function like it as the option fetch';
  await t.throwsAsync(new Client({ baseUrl }).call('GET /api/time'), { instanceOf: TypeError, message });
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

test('path parameters are encoded, and an optional one can be omitted', (t) => {
  const path = (uid?: string) => requestOf('GET /character[/{uid}]', { params: { uid } }).path;
  t.is(path(), '/character');
  t.is(path('1:2'), '/character/1:2');
  t.is(path('a/b ?%é'), '/character/a%2Fb%20%3F%25%C3%A9');
  // Otherwise the service would take the end for the format.
  t.is(path('a.b.json'), '/character/a.b.json.json');
  t.is(path('A.XML'), '/character/A.XML.json');
  t.is(requestOf('GET /character/{uid}/credits', { params: { uid: 'a.json' } }).path, '/character/a.json/credits');
});

import test from 'ava';
import { Client, type ClientOptions } from '../../src/client/index.js';
import { strangeServer } from '../helpers/cli/strange-server.js';

/** Options that a program without a compiler, or with values from elsewhere, can get wrong. */

const baseUrl = 'http://127.0.0.1:8080';

/** The types of a program that the compiler has not seen. */
const create = (options: unknown) => () => new Client(options as ClientOptions);

const ADDRESS =
  'the option baseUrl must be an address with http or https, such as https://example.org, without a user, a query or a fragment';
const tokens = { accessToken: 'a', refreshToken: 'b' };

const wrong: [name: string, options: unknown, message: string][] = [
  ['no address', {}, ADDRESS],
  ['an empty address', { baseUrl: '' }, ADDRESS],
  ['an address that is a number', { baseUrl: 8080 }, ADDRESS],
  ['a host and a port', { baseUrl: 'localhost:8080' }, ADDRESS],
  ['an IP address and a port', { baseUrl: '127.0.0.1:8080' }, ADDRESS],
  ['a host', { baseUrl: 'example.org' }, ADDRESS],
  ['another scheme', { baseUrl: 'ftp://example.org' }, ADDRESS],
  ['a user', { baseUrl: 'https://ines@example.org' }, ADDRESS],
  ['a password', { baseUrl: 'https://ines:secret@example.org' }, ADDRESS],
  ['a query', { baseUrl: 'https://example.org/?access_token=secret' }, ADDRESS],
  ['a fragment', { baseUrl: 'https://example.org/#top' }, ADDRESS],
  ['a URL with a query', { baseUrl: new URL('https://example.org/?a') }, ADDRESS],
  ['a token with a space', { token: 'a secret' }, 'the option token must be a token: ASCII characters without spaces'],
  ['an empty token', { token: '' }, 'the option token must be a token: ASCII characters without spaces'],
  [
    'an access token with a space',
    { oauth: { clientId: 'a', tokens: { ...tokens, accessToken: 'a secret' } } },
    'the option oauth.tokens.accessToken must be a token: ASCII characters without spaces',
  ],
  [
    'a token beside a sign-in',
    { token: 'a', oauth: { clientId: 'a', tokens } },
    'the options token and oauth exclude each other: give one',
  ],
];

for (const [name, options, message] of wrong) {
  test(`a client is refused by the name of its option: ${name}`, (t) => {
    const whole = name.includes('no address') ? options : { baseUrl, ...(options as object) };
    const { message: said } = t.throws(create(whole), { instanceOf: TypeError });
    t.is(said, message);
    t.notRegex(said, /secret/);
  });
}

test('an address may be a URL, and options may be undefined', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.end('{"svcapi":{}}'));
  const client = new Client({
    baseUrl: new URL('space/', url),
    timeout: undefined,
    token: undefined,
    retries: undefined,
  });
  await client.call('GET /api/time');
  t.is(requests[0]?.url, '/space/ws/v2.0/api/time');
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

import test from 'ava';
import { Client, type ClientOptions } from '../../src/client/index.js';
import { strangeServer } from '../helpers/cli/strange-server.js';

/** Options that a program without a compiler, or with values from elsewhere, can get wrong. */

const baseUrl = 'http://127.0.0.1:8080';

/** The types of a program that the compiler has not seen. */
const create = (options: unknown) => () => new Client(options as ClientOptions);

const ADDRESS =
  'the option baseUrl must be an address with http or https, such as https://example.org, without a user, a query or a fragment';
const MILLISECONDS = 'must be a number of milliseconds above 0, such as 5000';
const tokens = { accessToken: 'a', refreshToken: 'b' };

const wrong: [name: string, options: unknown, message: string][] = [
  ['no options', undefined, 'the options must be an object, not undefined'],
  ['an address in place of options', baseUrl, `the options must be an object, not "${baseUrl}"`],
  ['no address', {}, `${ADDRESS}, not undefined`],
  ['an address that is undefined', { baseUrl: undefined }, `${ADDRESS}, not undefined`],
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
  ['a timeout with a unit', { timeout: '5s' }, `the option timeout ${MILLISECONDS}, not "5s"`],
  ['a timeout that is no number', { timeout: Number.NaN }, `the option timeout ${MILLISECONDS}, not NaN`],
  ['a negative timeout', { timeout: -1 }, `the option timeout ${MILLISECONDS}, not -1`],
  ['no time', { timeout: 0 }, `the option timeout ${MILLISECONDS}, not 0`],
  ['a timeout of null', { timeout: null }, `the option timeout ${MILLISECONDS}, not null`],
  ['a deadline with a unit', { deadline: '1m' }, `the option deadline ${MILLISECONDS}, not "1m"`],
  ['negative retries', { retries: -1 }, 'the option retries must be a whole number from 0, such as 2, not -1'],
  ['half a retry', { retries: 1.5 }, 'the option retries must be a whole number from 0, such as 2, not 1.5'],
  [
    'a longest wait as a text',
    { maxRetryAfter: '60' },
    'the option maxRetryAfter must be a number of seconds from 0, such as 60, not "60"',
  ],
  ['a negative size', { maxBytes: -1 }, 'the option maxBytes must be a number of bytes above 0, not -1'],
  [
    'a size that is no number',
    { cacheBytes: '8 MB' },
    'the option cacheBytes must be a number of bytes from 0, not "8 MB"',
  ],
  ['a token with a space', { token: 'a secret' }, 'the option token must be a token: ASCII characters without spaces'],
  ['an empty token', { token: '' }, 'the option token must be a token: ASCII characters without spaces'],
  [
    'a user agent of two lines',
    { userAgent: 'a\nb' },
    'the option userAgent must be a text of ASCII characters, not "a\\nb"',
  ],
  ['no fetch', { fetch: 'fetch' }, 'the option fetch must be a function like the global fetch, not "fetch"'],
  [
    'no clock',
    { clock: Date.now },
    'the option clock must be an object with the functions now and sleep, not a function',
  ],
  [
    'half a clock',
    { clock: { now: Date.now } },
    'the option clock must be an object with the functions now and sleep, not an object',
  ],
  ['no chance', { random: 0.5 }, 'the option random must be a function like Math.random, not 0.5'],
  ['a hook that is none', { onRequest: [] }, 'the option onRequest must be a function, not an array'],
  [
    'both',
    { token: 'a', oauth: { clientId: 'a', tokens } },
    'the options token and oauth exclude each other: give one',
  ],
  ['no sign-in', { oauth: true }, 'the option oauth must be a sign-in: an object with clientId and tokens'],
  ['no id', { oauth: { tokens } }, 'the option oauth.clientId must be the id of the program, not undefined'],
  [
    'no tokens',
    { oauth: { clientId: 'a' } },
    'the option oauth.tokens must be the tokens of a sign-in: accessToken, refreshToken and expiresAt, not undefined',
  ],
  [
    'an access token alone',
    { oauth: { clientId: 'a', tokens: { accessToken: 'a' } } },
    'the option oauth.tokens.refreshToken must be a token: ASCII characters without spaces, not undefined',
  ],
  [
    'the expiry as a text',
    { oauth: { clientId: 'a', tokens: { ...tokens, expiresAt: '2026-11-22' } } },
    'the option oauth.tokens.expiresAt must be a number of Unix seconds, not "2026-11-22"',
  ],
  [
    'another name',
    { oauth: { client_id: 'a', tokens } },
    'the option oauth.clientId must be the id of the program, not undefined',
  ],
  [
    'an option of another name',
    { oauth: { clientId: 'a', tokens, onRefresh() {} } },
    'there is no option oauth.onRefresh; there are oauth.clientId, oauth.clientSecret, oauth.tokens, oauth.onRenew',
  ],
];

for (const [name, options, message] of wrong) {
  test(`a client is refused by the name of its option: ${name}`, (t) => {
    const whole = typeof options === 'object' && !name.includes('address') ? { baseUrl, ...options } : options;
    const { message: said } = t.throws(create(whole), { instanceOf: TypeError });
    t.is(said, message);
    t.notRegex(said, /secret/);
  });
}

test('an option that does not exist is refused, and those that exist are named', (t) => {
  const { message } = t.throws(create({ baseUrl, retry: 3 }), { instanceOf: TypeError });
  t.regex(message, /^there is no option retry; there are baseUrl, token, oauth, .*\bretries\b/);
});

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

const calls: [name: string, call: (client: Client) => unknown, message: RegExp][] = [
  [
    'a timeout with a unit',
    (client) => client.call('GET /api/time', { timeout: '5s' as never }),
    /^the option timeout /,
  ],
  ['negative retries', (client) => client.call('GET /api/time', { retries: -1 }), /^the option retries /],
  ['no deadline', (client) => client.call('GET /api/time', { deadline: Number.NaN }), /^the option deadline /],
  [
    'no signal',
    (client) => client.call('GET /api/time', { signal: new AbortController() as never }),
    /^the option signal /,
  ],
  [
    'a number as a parameter',
    (client) => client.call('GET /event/{uid}', { params: { uid: 39 as never } }),
    /^the option params /,
  ],
  [
    'another name',
    (client) => client.call('GET /api/time', { param: {} } as never),
    /^there is no option param; .*params/,
  ],
  [
    'a request without a method',
    (client) => client.send({ path: '/' } as never),
    /^the option method must be a text, not undefined/,
  ],
  [
    'another format',
    (client) => client.send({ method: 'GET', path: '/', format: 'yaml' as never }),
    /^the option format /,
  ],
  ['a walk', (client) => client.creditLog('1:1', { after: '5' as never }), /^the option after /],
  ['a list', (client) => client.events({ until: 5 } as never), /^there is no option until/],
  ['a stream', (client) => client.followEvents({ onPlace: 'log' as never }), /^the option onPlace /],
];

for (const [name, call, message] of calls) {
  test(`a call is refused by the name of its option: ${name}`, async (t) => {
    const fetch = () => t.fail('nothing is sent') as never;
    await t.throwsAsync(async () => call(new Client({ baseUrl, fetch })), { instanceOf: TypeError, message });
  });
}

import test from 'ava';
import { plainCall } from '../helpers/plain.js';
import { exchange, request } from '../helpers/raw.js';
import { type ServerSetup, startServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer();

const CARDS = '/ws/v2.0/datacards/20:2';

/** Returns the status of a list of datacards, and the address of its first one or else the error code. */
async function hrefFor(line: string, host?: string | null, version = '') {
  const bytes = version ? `${line} ${version}\r\n\r\n` : request(line, { Connection: 'close' }, '', host);
  const [answer] = await exchange(server.url, bytes);
  const { datacards, error, error_message } = JSON.parse(answer?.body ?? '').svcapi;
  return { status: answer?.status, href: datacards?.datacard[0].attributes.href, error, error_message };
}

const noHosts = [
  ...'evil.example/path user@evil.example user:password@h a,b "><b> <script> ? #x x:99999999 x:99999 x:65536'.split(
    ' ',
  ),
  ...'x:http x:1:2 :80 foo.1 1.2.3.4.5 999.1.1.1 a..b .a [::1 [::1]x [] [:::] ::1 http://h a%20b a\\b [v1.x] ä'.split(
    ' ',
  ),
  ...['a b', 'a, b'],
];

test('an invalid Host is a 400, which does not repeat it', async (t) => {
  for (const host of noHosts) {
    const { status, error, error_message } = await hrefFor(`GET ${CARDS}`, host);
    t.deepEqual([status, error], [400, 'malformed_request'], host);
    t.false(error_message.includes(host.length > 1 ? host : '<'), host);
  }
  for (const authority of ['user@h', 'user:password@h', '@h', 'a..b', 'h_%20'])
    t.like(await hrefFor(`GET http://${authority}${CARDS}`), { status: 400, error: 'malformed_request' }, authority);
});

const HOSTS = 'galaxy.example galaxy.example:8080 [::1]:8080 galaxy_1.example galaxy.example. LOCALHOST a: x:65535';

test('links begin with the address that the request came in on', async (t) => {
  for (const host of [...HOSTS.split(' '), '[::ffff:127.0.0.1]', '1.2.3.4:80'])
    t.is((await hrefFor(`GET ${CARDS}`, host)).href, `http://${host}/ws/v2.0/datacard/14:4`);
  t.is((await hrefFor(`GET ${CARDS}`, null, 'HTTP/1.0')).href, `${server.url}/datacard/14:4`, 'HTTP/1.0 needs no Host');
  const { href } = await hrefFor(`GET http://galaxy.example:8080${CARDS}`, 'other.example');
  t.is(href, 'http://galaxy.example:8080/ws/v2.0/datacard/14:4', 'the absolute form counts in place of Host');
  const line = 'GET http://127.0.0.1:80/.well-known/oauth-authorization-server';
  const [answer] = await exchange(server.url, request(line, { Connection: 'close' }, '', 'other.example'));
  t.is(JSON.parse(answer?.body ?? '').issuer, 'http://127.0.0.1', 'for OAuth, too');
});

const PROXY = { trustedProxies: ['127.0.0.1'] };
const proto = (scheme: string) => ({ 'X-Forwarded-Proto': scheme });
const HTTPS = proto('https');

const origins: [setup: ServerSetup, cases: [headers: Record<string, string>, origin: string][]][] = [
  [{}, [[HTTPS, 'http://space.test']]],
  [
    PROXY,
    [
      [HTTPS, 'https://space.test'],
      [proto('HTTPS'), 'https://space.test'],
      [proto('http, https'), 'https://space.test'],
      [{ ...HTTPS, 'X-Forwarded-For': '192.0.2.1' }, 'https://space.test'],
      [proto('https,http'), 'http://space.test'],
      [proto('javascript'), 'http://space.test'],
      [proto('https://elsewhere.example/?'), 'http://space.test'],
      [{}, 'http://space.test'],
    ],
  ],
  [{ ...PROXY, publicUrl: 'http://public.example' }, [[HTTPS, 'http://public.example']]],
  [{ publicUrl: 'https://galaxy.example/base' }, [[{}, 'https://galaxy.example/base']]],
];

test('links have the public URL, and otherwise the scheme that a trusted proxy reports', async (t) => {
  for (const [setup, cases] of origins) {
    const one = await startServer({ ...setup, empty: true });
    for (const [headers, origin] of cases) {
      const answer = await plainCall(`${one.url}/`, { headers: { ...headers, Host: 'space.test' } });
      const hrefs = [...answer.text.matchAll(/"href":"(.*?)"/g)].map(([, href = '']) => href);
      t.true(hrefs.length > 10);
      const wrong = hrefs.filter((href) => !href.startsWith(`${origin}/ws/v2.0`));
      t.deepEqual(wrong, [], JSON.stringify([setup, headers]));
    }
    await one.close();
  }
});

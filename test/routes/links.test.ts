import test from 'ava';
import { ask } from '../helpers/ask.js';
import { plainCall } from '../helpers/plain.js';
import { exchange, request } from '../helpers/raw.js';
import { startServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer();

/** A link, by the request and its place in the answer, and the resource at its end. */
const links: [line: string, place: string, resource: string][] = [
  ['GET /character', 'character.credits', 'character_credits'],
  ['GET /character', 'character.creditlog', 'character_creditlog'],
  ['GET /character', 'character.events', 'events'],
  ['GET /character', 'character.faction', 'entity'],
  ['GET /character', 'character.race', 'entity'],
  ['GET /events/personal', 'events.event.0', 'events_id'],
  ['GET /event/39:1', 'event.receiver', 'character'],
  ['GET /character/1:1/creditlog', 'transactions.transaction.0.receiver', 'character'],
  ['GET /datacards/20:1', 'datacards.datacard.0', 'datacard'],
  ['GET /datacard/14:1', 'datacard.entity', 'entity'],
  ['GET /datacard/14:3', 'datacard.assignedlocations.assignedlocation.0.location', 'entity'],
  ['GET /entity/4:2', 'entity.owner', 'character'],
  [
    ...(['POST /datacard/14:1 production_entity_uid=4:1&uses=1', 'assignments.assignment.0.assigneddatacard'] as const),
    'datacard',
  ],
];

test('each link of an answer leads to its resource', async (t) => {
  for (const [line, place, resource] of links) {
    const { svcapi } = (await ask(server, line)).json;
    const { href } = place.split('.').reduce((node, key) => node[key], svcapi).attributes;
    t.true(href.startsWith(server.url));
    t.like(await ask(server, `GET ${href.slice(server.url.length)}`), { status: 200, json: { resource } }, place);
  }
});

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
  ...'x:http x:1:2 :80 a..b .a [::1 [::1]x [] [:::] ::1 http://h a%20b a\\b [v1.x] ä'.split(' '),
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
const HTTPS = { 'X-Forwarded-Proto': 'https' };

const origins: [setup: object, headers: Record<string, string>, origin: string][] = [
  [{}, HTTPS, 'http://space.test'],
  [PROXY, HTTPS, 'https://space.test'],
  [PROXY, { 'X-Forwarded-Proto': 'HTTPS' }, 'https://space.test'],
  [PROXY, { 'X-Forwarded-Proto': 'http, https' }, 'https://space.test'],
  [PROXY, { ...HTTPS, 'X-Forwarded-For': '192.0.2.1' }, 'https://space.test'],
  [PROXY, { 'X-Forwarded-Proto': 'https,http' }, 'http://space.test'],
  [PROXY, { 'X-Forwarded-Proto': 'javascript' }, 'http://space.test'],
  [PROXY, { 'X-Forwarded-Proto': 'https://elsewhere.example/?' }, 'http://space.test'],
  [PROXY, {}, 'http://space.test'],
  [{ ...PROXY, publicUrl: 'http://public.example' }, HTTPS, 'http://public.example'],
  [{ publicUrl: 'https://galaxy.example/base' }, {}, 'https://galaxy.example/base'],
];

test('links have the public URL, and otherwise the scheme that a trusted proxy reports', async (t) => {
  for (const [setup, headers, origin] of origins) {
    const one = await startServer(setup);
    const answer = await plainCall(`${one.url}/`, { headers: { ...headers, Host: 'space.test' } });
    const hrefs = [...answer.text.matchAll(/"href":"(.*?)"/g)].map(([, href = '']) => href);
    t.true(hrefs.length > 10);
    const wrong = hrefs.filter((href) => !href.startsWith(`${origin}/ws/v2.0`));
    t.deepEqual(wrong, [], JSON.stringify([setup, headers]));
    await one.close();
  }
});

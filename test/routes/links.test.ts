import test from 'ava';
import { plainCall } from '../helpers/plain.js';
import { exchange, request } from '../helpers/raw.js';
import { rows } from '../helpers/reference.js';
import { call, form, serverWith, startServer, withServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer();

/** Reads an address that an answer gave, with Hana's token. */
function follow(href: string) {
  return call(href, { headers: { Authorization: `Bearer ${server.token}` } });
}

const assignment = form({ production_entity_uid: '4:1', uses: 1 });

/** A place with a link, by the answer and its path there, and what stands at its end. */
const links: [path: string, place: string, resource: string, init?: RequestInit][] = [
  ['/character', 'character.credits', 'character_credits'],
  ['/character', 'character.creditlog', 'character_creditlog'],
  ['/character', 'character.events', 'events'],
  ['/character', 'character.faction', 'entity'],
  ['/character', 'character.race', 'entity'],
  ['/events/personal', 'events.event.0', 'events_id'],
  ['/event/39:1', 'event.receiver', 'character'],
  ['/character/1:1/creditlog', 'transactions.transaction.0.receiver', 'character'],
  ['/datacards/20:1', 'datacards.datacard.0', 'datacard'],
  ['/datacard/14:1', 'datacard.entity', 'entity'],
  ['/datacard/14:3', 'datacard.assignedlocations.assignedlocation.0.location', 'entity'],
  ['/entity/4:2', 'entity.owner', 'character'],
  ['/datacard/14:1', 'assignments.assignment.0.assigneddatacard', 'datacard', assignment],
];

for (const [path, place, resource, init] of links) {
  test(`the link of ${place} leads to a ${resource}`, async (t) => {
    const { svcapi } = (await server.call(path, init)).json;
    const { href } = place.split('.').reduce((node, key) => node[key], svcapi).attributes;
    t.true(href.startsWith(server.url));
    const { status, json } = await follow(href);
    t.is(status, 200);
    t.is(json.resource, resource);
  });
}

test('every address of the index leads to a route once its parameters are filled in', async (t) => {
  const { routes } = (await server.call('/')).json.svcapi.resources;
  const hrefs: string[] = routes.flatMap(({ route }: { route: { attributes: { href: string } }[] }) =>
    route.map(({ attributes }) => attributes.href),
  );
  t.is(hrefs.length, new Set(rows.map(({ path }) => path)).size);
  for (const href of hrefs) {
    const uid = href.includes('datacards') ? '20:1' : { '1': '14:1', '3': '39:1' }[/uid:(\d)/.exec(href)?.[1] ?? ''];
    const filled = href
      .replace(/\{uid.*?\}/, uid ?? '1:1')
      .replace('{handle}', 'hana%20veil')
      .replace('{mode}[/{type}]', 'personal/xp')
      .replaceAll(/[[\]]/g, '');
    const { status } = await follow(filled);
    t.is(status, 200, filled);
  }
});

const CARDS = '/ws/v2.0/datacards/20:2';

/** Returns the status of a list of datacards, and the address of its first one or else the error code. */
async function ask(line: string, host?: string | null, version = '') {
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
    const { status, error, error_message } = await ask(`GET ${CARDS}`, host);
    t.deepEqual([status, error], [400, 'malformed_request'], host);
    t.false(error_message.includes(host.length > 1 ? host : '<'), host);
  }
  for (const authority of ['user@h', 'user:password@h', '@h', 'a..b', 'h_%20'])
    t.like(await ask(`GET http://${authority}${CARDS}`), { status: 400, error: 'malformed_request' }, authority);
});

const HOSTS = 'galaxy.example galaxy.example:8080 [::1]:8080 galaxy_1.example galaxy.example. LOCALHOST a: x:65535';

test('links begin with the address that the request came in on', async (t) => {
  for (const host of [...HOSTS.split(' '), '[::ffff:127.0.0.1]', '1.2.3.4:80'])
    t.is((await ask(`GET ${CARDS}`, host)).href, `http://${host}/ws/v2.0/datacard/14:4`);
  t.is((await ask(`GET ${CARDS}`, null, 'HTTP/1.0')).href, `${server.url}/datacard/14:4`, 'HTTP/1.0 needs no Host');
});

test('the authority of the absolute form counts in place of Host', async (t) => {
  const { href } = await ask(`GET http://galaxy.example:8080${CARDS}`, 'other.example');
  t.is(href, 'http://galaxy.example:8080/ws/v2.0/datacard/14:4');
  const line = 'GET http://127.0.0.1:80/.well-known/oauth-authorization-server';
  const [answer] = await exchange(server.url, request(line, { Connection: 'close' }, '', 'other.example'));
  t.is(JSON.parse(answer?.body ?? '').issuer, 'http://127.0.0.1', 'for OAuth, too');
});

test('with a public URL, links begin with that', async (t) => {
  const hosted = await startServer({ publicUrl: 'https://galaxy.example/base' });
  t.teardown(() => hosted.close());
  const { json } = await hosted.call('/event/39:1');
  t.is(json.svcapi.event.receiver.attributes.href, 'https://galaxy.example/base/ws/v2.0/character/1:1');
});

const behindProxy = serverWith({ trustedProxies: ['127.0.0.1'] });

const https: [title: string, headers: Record<string, string>, scheme: string][] = [
  ['https', { 'X-Forwarded-Proto': 'https' }, 'https'],
  ['HTTPS in capitals', { 'X-Forwarded-Proto': 'HTTPS' }, 'https'],
  ['http', { 'X-Forwarded-Proto': 'http' }, 'http'],
  ['nothing', {}, 'http'],
  ['another scheme', { 'X-Forwarded-Proto': 'javascript' }, 'http'],
  ['markup', { 'X-Forwarded-Proto': 'https://elsewhere.example/?' }, 'http'],
  ['https last', { 'X-Forwarded-Proto': 'http, https' }, 'https'],
  ['http last', { 'X-Forwarded-Proto': 'https,http' }, 'http'],
  ['https with a client address', { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.1' }, 'https'],
];

test('addresses have the scheme that a trusted proxy reports', behindProxy, async (t, { url }) => {
  for (const [title, headers, scheme] of https) {
    const { text } = await plainCall(`${url}/`, { headers: { ...headers, Host: 'space.test' } });
    const hrefs = [...text.matchAll(/"href":"(.*?)"/g)].map(([, href]) => href);
    t.true(hrefs.length > 10);
    t.true(
      hrefs.every((href) => href?.startsWith(`${scheme}://space.test/ws/v2.0`)),
      title,
    );
  }
});

const HTTPS = { Host: 'space.test', 'X-Forwarded-Proto': 'https' };

test('X-Forwarded-Proto of an untrusted peer is ignored', withServer, async (t, { url }) => {
  for (const path of ['/', '/openapi.json']) {
    t.false((await plainCall(url + path, { headers: HTTPS })).text.includes('https://space.test'), path);
  }
});

const published = serverWith({ trustedProxies: ['127.0.0.1'], publicUrl: 'http://public.example' });

test('the public URL holds, whatever a proxy reports', published, async (t, { url }) => {
  const { text } = await plainCall(`${url}/`, { headers: HTTPS });
  t.true(text.includes('http://public.example/ws/v2.0/'));
  t.notRegex(text, /https:/);
});

import test from 'ava';
import { plainCall } from '../helpers/plain.js';
import { exchange, request } from '../helpers/raw.js';
import { rows } from '../helpers/reference.js';
import { call, form, type Server, startServer, withServer } from '../helpers/server.js';

let server: Server;
test.before(async () => {
  server = await startServer();
});
test.after.always(() => server.close());

/** Reads an address that an answer gave, with Hana's token. */
function follow(href: string) {
  return call(href, { headers: { Authorization: `Bearer ${server.token}` } });
}

/** An answer's payload. */
async function payload(path: string, init?: RequestInit) {
  return (await server.call(path, init)).json.svcapi;
}

const assignment = form({ production_entity_uid: '4:1', uses: 1 });

// Where a link stands, how it is read there, and what stands at its end.
const links: [string, () => Promise<string>, string][] = [
  [
    'the credits of a character',
    async () => (await payload('/character')).character.credits.attributes.href,
    'character_credits',
  ],
  [
    'the credit log of a character',
    async () => (await payload('/character')).character.creditlog.attributes.href,
    'character_creditlog',
  ],
  ['the events of a character', async () => (await payload('/character')).character.events.attributes.href, 'events'],
  ['an event of a list', async () => (await payload('/events/personal')).events.event[0].attributes.href, 'events_id'],
  ['the receiver of an event', async () => (await payload('/event/39:1')).event.receiver.attributes.href, 'character'],
  [
    'the character in a transaction',
    async () => (await payload('/character/1:1/creditlog')).transactions.transaction[0].receiver.attributes.href,
    'character',
  ],
  [
    'a datacard of a faction',
    async () => (await payload('/datacards/20:1')).datacards.datacard[0].attributes.href,
    'datacard',
  ],
  ['the faction of a character', async () => (await payload('/character')).character.faction.attributes.href, 'entity'],
  ['the race of a character', async () => (await payload('/character')).character.race.attributes.href, 'entity'],
  ['the entity of a datacard', async () => (await payload('/datacard/14:1')).datacard.entity.attributes.href, 'entity'],
  [
    'the facility of an assignment',
    async () =>
      (await payload('/datacard/14:3')).datacard.assignedlocations.assignedlocation[0].location.attributes.href,
    'entity',
  ],
  ['the owner of an entity', async () => (await payload('/entity/4:2')).entity.owner.attributes.href, 'character'],
  [
    'the datacard in an assignment',
    async () =>
      (await payload('/datacard/14:1', assignment)).assignments.assignment[0].assigneddatacard.attributes.href,
    'datacard',
  ],
];

for (const [what, read, resource] of links) {
  test(`the link of ${what} leads to a ${resource}`, async (t) => {
    const href = await read();
    t.true(href.startsWith(server.url));
    const { status, json } = await follow(href);
    t.is(status, 200);
    t.is(json.resource, resource);
  });
}

test('every address of the index leads to a route once its parameters are filled in', async (t) => {
  const { routes } = (await payload('/')).resources;
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

const hosts: [string, string][] = [
  ['galaxy.example', 'http://galaxy.example'],
  ['galaxy.example:8080', 'http://galaxy.example:8080'],
  ['[::1]:8080', 'http://[::1]:8080'],
];

for (const [host, base] of hosts) {
  test(`links begin with the address that the request came in on: ${host}`, async (t) => {
    const { text } = await plainCall(`${server.url}/datacards/20:2`, { headers: { Host: host } });
    t.is(JSON.parse(text).svcapi.datacards.datacard[0].attributes.href, `${base}/ws/v2.0/datacard/14:4`);
  });
}

const noHosts = [
  ...[
    'evil.example/path',
    'user@evil.example',
    'user:password@h',
    'a b',
    'a, b',
    'a,b',
    '"><b>',
    '<script>',
    '?',
    '#x',
  ],
  ...[
    'x:99999999',
    'x:99999',
    'x:65536',
    'x:http',
    'x:1:2',
    ':80',
    'a..b',
    '.a',
    '[::1',
    '[::1]x',
    '[]',
    '[:::]',
    '::1',
  ],
  ...['http://h', 'a%20b', 'a\\b', '[v1.x]', 'ä'],
];

for (const host of noHosts) {
  test(`a Host header of ${host} is a 400`, async (t) => {
    const [answer] = await exchange(server.url, request('GET /ws/v2.0/datacards/20:2', {}, '', host));
    t.is(answer?.status, 400);
    const { error, error_message } = JSON.parse(answer?.body ?? '').svcapi;
    t.is(error, 'malformed_request');
    t.false(error_message.includes(host.length > 1 ? host : '<'));
  });
}

for (const host of [
  'galaxy_1.example',
  'galaxy.example.',
  'LOCALHOST',
  'a:',
  'x:65535',
  '[::ffff:127.0.0.1]',
  '1.2.3.4:80',
]) {
  test(`a Host header of ${host} is good`, async (t) => {
    const [answer] = await exchange(
      server.url,
      request('GET /ws/v2.0/datacards/20:2', { Connection: 'close' }, '', host),
    );
    t.is(answer?.status, 200);
    t.true(JSON.parse(answer?.body ?? '').svcapi.datacards.datacard[0].attributes.href.startsWith(`http://${host}/`));
  });
}

for (const authority of ['user@h', 'user:password@h', '@h', 'a..b', 'h_%20']) {
  test(`an absolute form with ${authority} is a 400`, async (t) => {
    const [answer] = await exchange(server.url, request(`GET http://${authority}/ws/v2.0/datacards/20:2`));
    t.is(answer?.status, 400);
    t.is(JSON.parse(answer?.body ?? '').svcapi.error, 'malformed_request');
  });
}

test('HTTP/1.0 needs no Host, and links begin with the address of the service then', async (t) => {
  const [answer] = await exchange(server.url, 'GET /ws/v2.0/datacards/20:2 HTTP/1.0\r\n\r\n');
  t.is(JSON.parse(answer?.body ?? '').svcapi.datacards.datacard[0].attributes.href, `${server.url}/datacard/14:4`);
});

test('the authority of the absolute form counts in place of Host', async (t) => {
  const [answer] = await exchange(
    server.url,
    request('GET http://galaxy.example:8080/ws/v2.0/datacards/20:2', { Connection: 'close' }, '', 'other.example'),
  );
  t.is(
    JSON.parse(answer?.body ?? '').svcapi.datacards.datacard[0].attributes.href,
    'http://galaxy.example:8080/ws/v2.0/datacard/14:4',
  );
});

test('the authority of the absolute form counts in place of Host for OAuth', async (t) => {
  const line = 'GET http://127.0.0.1:80/.well-known/oauth-authorization-server';
  const [answer] = await exchange(server.url, request(line, { Connection: 'close' }, '', 'other.example'));
  t.is(JSON.parse(answer?.body ?? '').issuer, 'http://127.0.0.1');
});

test('with a public URL, links begin with that', async (t) => {
  const hosted = await startServer({ publicUrl: 'https://galaxy.example/base' });
  t.teardown(() => hosted.close());
  const { json } = await hosted.call('/event/39:1');
  t.is(json.svcapi.event.receiver.attributes.href, 'https://galaxy.example/base/ws/v2.0/character/1:1');
});

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

for (const [title, headers, scheme] of https) {
  test(
    `a trusted proxy reports ${title}: addresses in answers are ${scheme}`,
    withServer,
    async (t, { url }) => {
      const { text } = await plainCall(`${url}/`, { headers: { ...headers, Host: 'space.test' } });
      const hrefs = [...text.matchAll(/"href":"(.*?)"/g)].map(([, href]) => href);
      t.true(hrefs.length > 10);
      t.deepEqual(
        hrefs.filter((href) => !href?.startsWith(`${scheme}://space.test/ws/v2.0`)),
        [],
      );
    },
    { trustedProxies: ['127.0.0.1'] },
  );
}

const HTTPS = { Host: 'space.test', 'X-Forwarded-Proto': 'https' };

test('X-Forwarded-Proto of an untrusted peer is ignored', withServer, async (t, { url }) => {
  for (const path of ['/', '/openapi.json']) {
    t.false((await plainCall(url + path, { headers: HTTPS })).text.includes('https://space.test'), path);
  }
});

test(
  'the public URL holds, whatever a proxy reports',
  withServer,
  async (t, { url }) => {
    const { text } = await plainCall(`${url}/`, { headers: HTTPS });
    t.true(text.includes('http://public.example/ws/v2.0/'));
    t.notRegex(text, /https:/);
  },
  { trustedProxies: ['127.0.0.1'], publicUrl: 'http://public.example' },
);

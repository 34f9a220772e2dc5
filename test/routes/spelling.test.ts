import test from 'ava';
import { addCharacters } from '../helpers/galaxy.js';
import { rows } from '../helpers/reference.js';
import { call } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

// Signs that mean something in addresses, in patterns of routes or in case mappings.
const names = [
  ...['A+B', '100%', 'a/b', '?', '#', 'Zoë & Łukasz', 'Straße', '😀', '-', '1:x', 'Hana Veil/creditlog', '{uid}'],
  ...['a.json', 'A.XML', '.xml', 'a.b'],
];
const named = names.map((name, index) => ({ name, uid: `1:${1000 + index}` }));

const server = sharedServer({ rateLimit: 10_000 }, ({ store }) => addCharacters(store, named));

const spelled: Record<string, string[]> = {
  'Hana Veil': [
    ...['1:1', '1%3A1', '1%3a1', 'Hana%20Veil', 'Hana+Veil', 'HANA%20VEIL', 'hana%20veil/', '%20hana%20veil%20'],
    '%48ana%20Veil',
  ],
  Dorn: ['dorn'],
  Straße: ['STRASSE'],
  'A+B': ['a%2Bb'],
};

for (const [name, spellings] of Object.entries(spelled)) {
  test(`${name} is found as ${spellings.join(', ')}`, async (t) => {
    for (const spelling of spellings)
      t.like(await server.call(`/character/${spelling}`), { status: 200, json: { svcapi: { character: { name } } } });
  });
}

for (const { name, uid } of named.filter(({ name }) => /\.(json|xml)$/i.test(name))) {
  test(`“${name}” is found with one suffix more, which no proxy decodes`, async (t) => {
    for (const suffix of ['json', 'xml']) {
      const { status, text } = await server.call(`/character/${name}.${suffix}`);
      t.is(status, 200);
      t.true(text.includes(`"${uid}"`) || text.includes(`<uid>${uid}</uid>`), text);
    }
  });
}

for (const { name, uid } of named) {
  test(`“${name}” is found by its name, percent-encoded`, async (t) => {
    const path = `/character/${encodeURIComponent(name).replaceAll('.', '%2E')}`;
    t.like(await server.call(path), { status: 200, json: { svcapi: { character: { uid, name } } } });
  });
}

const refused: [status: number, error: string, paths: string][] = [
  [
    404,
    'not_found',
    '/character/1:999 /character/Nobody /character/Hana /character/The%20Lantern%20Guild /character/1:01',
  ],
  [400, 'invalid_parameter', '/character/20:1 /character/%20 /character/%07 /character/%00 /character/a%EF%BF%BF'],
  [400, 'invalid_parameter', '/character/%ff /character/%zz'],
  [404, 'route_not_found', '// /api /api/time/now /api/time// /api//time /event /event/ /event/39:1/more /datacard'],
  [
    404,
    'route_not_found',
    '/datacards/ /character//creditlog /character/1:1/credit /faction/20:1 /ratelimit /api/timex',
  ],
  [404, 'route_not_found', '/%61pi%2Ftime /%2561pi/time /api/time%2Ejson'],
];

for (const [status, error, paths] of refused) {
  test(`these are a ${status} ${error}: ${paths}`, async (t) => {
    for (const path of paths.split(' ')) {
      const answer = await server.call(path);
      t.is(`${answer.status} ${answer.json.svcapi.error}`, `${status} ${error}`, path);
    }
  });
}

const readable = rows.filter(({ method }) => method === 'GET');
const spellings: [string, (path: string) => string][] = [
  ['as it is', (path) => path],
  ['with a slash behind', (path) => path.replace(/\/?$/, '/')],
  ['in upper case', (path) => path.toUpperCase()],
  ['in upper case with a slash behind', (path) => path.toUpperCase().replace(/\/?$/, '/')],
  ['with %3A', (path) => path.replaceAll(':', '%3A')],
  ['with %3a and a slash behind', (path) => path.replaceAll(':', '%3a').replace(/\/?$/, '/')],
];

for (const [how, spell] of spellings) {
  test(`every path is found ${how}`, async (t) => {
    for (const { sample, resource } of readable) {
      const request = spell(`/ws/v2.0${sample}`);
      const headers = { Authorization: `Bearer ${server.token}` };
      t.like(await call(new URL(server.url).origin + request, { headers }), {
        status: 200,
        json: { resource, request },
      });
    }
  });
}

test('the bare prefix is the index too, and nothing else is outside of the service', async (t) => {
  t.like(await server.call(''), { status: 200, json: { resource: 'index' } });
  for (const path of ['/ws', '/ws/', '/ws/v1.0/api/time', '/ws/v2/api/time', '/api/time', '/ws/v2.0x']) {
    const { status, json } = await call(new URL(server.url).origin + path);
    t.is(`${status} ${json.svcapi.error}`, '404 route_not_found', path);
  }
});

test('letters that are percent-encoded mean the same, and the answer names them decoded', async (t) => {
  for (const [path, request] of [
    ['/%61pi/time', '/api/time'],
    ['/%61%70%69/%54%69me', '/api/Time'],
    ['/entity/%34:1', '/entity/4:1'],
    ['/character/handlecheck/hana%20v%65il', '/character/handlecheck/hana%20veil'],
  ] as const)
    t.like(await server.call(path), { status: 200, json: { request: `/ws/v2.0${request}` } }, path);
});

test('a document, a page and an endpoint of OAuth are found by percent-encoded paths', async (t) => {
  const { origin } = new URL(server.url);
  for (const path of [
    '/ws/v2.0/op%65napi.json',
    '/ws/v2.0/acc%6Funt/sign-in',
    '/%6civez',
    '/.well-known/%6fauth-authorization-server',
  ]) {
    t.is((await fetch(origin + path)).status, 200, path);
  }
  t.is((await fetch(`${origin}/ws/oauth2/t%6fkeninfo`)).status, 401);
});

import test from 'ava';
import { addCharacters } from '../helpers/galaxy.js';
import { rows } from '../helpers/reference.js';
import { call, type Server, startServer } from '../helpers/server.js';

// Signs that mean something in addresses, in patterns of routes or in case mappings.
const names = [
  'A+B',
  '100%',
  'a/b',
  '?',
  '#',
  'Zoë & Łukasz',
  'Straße',
  '😀',
  '-',
  '1:x',
  'Hana Veil/creditlog',
  '{uid}',
  'a.json',
  'A.XML',
  '.xml',
  'a.b',
];
const named = names.map((name, index) => ({ name, uid: `1:${1000 + index}` }));

let server: Server;
test.before(async () => {
  server = await startServer({ rateLimit: 10_000 });
  await addCharacters(server.store, named);
});
test.after.always(() => server.close());

const spelled: [string, string][] = [
  ['1:1', 'Hana Veil'],
  ['1%3A1', 'Hana Veil'],
  ['1%3a1', 'Hana Veil'],
  ['Hana%20Veil', 'Hana Veil'],
  ['Hana+Veil', 'Hana Veil'],
  ['HANA%20VEIL', 'Hana Veil'],
  ['hana%20veil/', 'Hana Veil'],
  ['%20hana%20veil%20', 'Hana Veil'],
  ['%48ana%20Veil', 'Hana Veil'],
  ['dorn', 'Dorn'],
  ['STRASSE', 'Straße'],
  ['a%2Bb', 'A+B'],
];

for (const [uid, name] of spelled) {
  test(`/character/${uid} is ${name}`, async (t) => {
    const { status, json } = await server.call(`/character/${uid}`);
    t.is(status, 200);
    t.is(json.svcapi.character.name, name);
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
    const { status, json } = await server.call(`/character/${encodeURIComponent(name).replaceAll('.', '%2E')}`);
    t.is(status, 200);
    t.is(json.svcapi.character.uid, uid);
    t.is(json.svcapi.character.name, name);
  });
}

const missing: [string, number][] = [
  ['1:999', 404],
  ['Nobody', 404],
  ['Hana', 404],
  ['The%20Lantern%20Guild', 404],
  ['1:01', 404],
  ['20:1', 400],
  ['%20', 400],
  ['%07', 400],
  ['%00', 400],
  ['a%EF%BF%BF', 400],
  ['%ff', 400],
  ['%zz', 400],
];

for (const [uid, expected] of missing) {
  test(`/character/${uid} is a ${expected}`, async (t) => {
    const { status, json } = await server.call(`/character/${uid}`);
    t.is(status, expected);
    t.is(json.svcapi.error, expected === 404 ? 'not_found' : 'invalid_parameter');
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

for (const { method, sample, resource } of readable) {
  for (const [how, spell] of spellings) {
    test(`${method} ${sample} ${how}`, async (t) => {
      const { origin } = new URL(server.url);
      const path = spell(`/ws/v2.0${sample}`);
      const { status, json } = await call(origin + path, { headers: { Authorization: `Bearer ${server.token}` } });
      t.is(status, 200);
      t.is(json.resource, resource);
      t.is(json.request, path);
    });
  }
}

test('the bare prefix is the index too', async (t) => {
  const { status, json } = await server.call('');
  t.is(status, 200);
  t.is(json.resource, 'index');
});

const strange = [
  '//',
  '/api',
  '/api/time/now',
  '/api/time//',
  '/api//time',
  '/event',
  '/event/',
  '/event/39:1/more',
  '/datacard',
  '/datacards/',
  '/character//creditlog',
  '/character/1:1/credit',
  '/faction/20:1',
  '/ratelimit',
  '/api/timex',
  '/%61pi%2Ftime',
];

for (const path of strange) {
  test(`${path} is no route`, async (t) => {
    const { status, json } = await server.call(path);
    t.is(status, 404);
    t.is(json.svcapi.error, 'route_not_found');
  });
}

for (const path of ['/ws', '/ws/', '/ws/v1.0/api/time', '/ws/v2/api/time', '/api/time', '/ws/v2.0x']) {
  test(`${path} is outside of the service`, async (t) => {
    const { status, json } = await call(new URL(server.url).origin + path);
    t.is(status, 404);
    t.is(json.svcapi.error, 'route_not_found');
  });
}

const encoded: [path: string, request: string][] = [
  ['/%61pi/time', '/api/time'],
  ['/%61%70%69/%54%69me', '/api/Time'],
  ['/entity/%34:1', '/entity/4:1'],
  ['/character/handlecheck/hana%20v%65il', '/character/handlecheck/hana%20veil'],
];

for (const [path, request] of encoded) {
  test(`${path} is ${request}`, async (t) => {
    const answer = await server.call(path);
    t.is(answer.status, 200);
    t.is(answer.json.request, `/ws/v2.0${request}`);
  });
}

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

test('a path is decoded once', async (t) => {
  t.is((await server.call('/%2561pi/time')).status, 404);
  t.is((await server.call('/api/time%2Ejson')).status, 404);
});

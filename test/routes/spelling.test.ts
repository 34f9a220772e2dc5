import test from 'ava';
import { ask, type Case, expectAnswers } from '../helpers/ask.js';
import { changesOf } from '../helpers/changes-of.js';
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

const spelled: Record<string, string> = {
  'Hana Veil': '1:1 1%3A1 1%3a1 Hana%20Veil Hana+Veil HANA%20VEIL hana%20veil/ %20hana%20veil%20 %48ana%20Veil',
  ...{ Dorn: 'dorn', Straße: 'STRASSE', 'A+B': 'a%2Bb' },
};

test('a character is found by its name, in any case and percent-encoded', async (t) => {
  const found = (name: string, path: string): Case => [`GET /character/${path}`, 200, { character: { name } }];
  await expectAnswers(t, server, [
    ...Object.entries(spelled).flatMap(([name, paths]) => paths.split(' ').map((path) => found(name, path))),
    ...names.map((name) => found(name, encodeURIComponent(name).replaceAll('.', '%2E'))),
  ]);
  // With one suffix more, which no proxy decodes.
  for (const { name, uid } of named.filter(({ name }) => /\.(json|xml)$/i.test(name)))
    for (const suffix of ['json', 'xml'])
      t.true((await ask(server, `GET /character/${name}.${suffix}`)).text.includes(uid), name);
});

const withSlash = (path: string) => path.replace(/\/?$/, '/');

test('every path is found in upper case, with a slash behind and percent-encoded', async (t) => {
  const headers = { Authorization: `Bearer ${server.token}` };
  for (const { sample, resource } of rows.filter(({ method }) => method === 'GET')) {
    const path = `/ws/v2.0${sample}`;
    for (const request of [path.toUpperCase(), withSlash(path.toUpperCase()), withSlash(path.replaceAll(':', '%3a'))]) {
      const answer = await call(new URL(server.url).origin + request, { headers });
      t.like(answer, { status: 200, json: { resource, request } }, request);
    }
  }
  for (const [path, request] of [
    ['', ''],
    ['/%61pi/time', '/api/time'],
    ['/%61%70%69/%54%69me', '/api/Time'],
    ['/entity/%34:1', '/entity/4:1'],
    ['/character/handlecheck/hana%20v%65il', '/character/handlecheck/hana%20veil'],
  ] as const)
    t.like(await server.call(path), { status: 200, json: { request: `/ws/v2.0${request}` } }, path);
});

test('outside of the prefix there is no route, and other paths may be percent-encoded too', async (t) => {
  const { origin } = new URL(server.url);
  for (const path of ['/ws', '/ws/', '/ws/v1.0/api/time', '/ws/v2/api/time', '/api/time', '/ws/v2.0x']) {
    const { status, json } = await call(origin + path);
    t.is(`${status} ${json.svcapi.error}`, '404 route_not_found', path);
  }
  for (const [path, status] of [
    ['/ws/v2.0/op%65napi.json', 200],
    ['/ws/v2.0/acc%6Funt/sign-in', 200],
    ['/%6civez', 200],
    ['/.well-known/%6fauth-authorization-server', 200],
    ['/ws/oauth2/t%6fkeninfo', 401],
  ] as const)
    t.is((await fetch(origin + path)).status, status, path);
});

const LOG = 'GET /character/1:1/creditlog?';
const EVENTS = 'GET /events/personal?';
const ASSIGN = 'POST /datacard/14:2 production_entity_uid=4:1&uses=1&';
const REVOKE = 'DELETE /datacard/14:3';

/** The names that clients send in place of a parameter. */
const meant: [start: string, parameter: string, names: string][] = [
  [LOG, 'item_count', 'Item_Count itemCount item-count item_count%5B%5D itm_cuont item_counts limit count'],
  [LOG, 'start_index', 'page startIndex'],
  [LOG, 'start_id', 'start_idx'],
  [EVENTS, 'item_count', 'limit'],
  [EVENTS, 'start_index', 'page'],
  [EVENTS, 'start_time', 'startTime since'],
  [ASSIGN, 'uses', 'Uses use quantity'],
  [ASSIGN, 'unlimited', 'unlimitted'],
  [`${REVOKE}?`, 'production_entity_uid', 'productionEntityUid'],
  [`${REVOKE} `, 'production_entity_uid', 'productionEntityUid'],
];

test('a parameter with another name is a 400 that asks for the one that is meant', async (t) => {
  for (const [start, parameter, names] of meant) {
    for (const name of names.split(' ')) {
      const { status, json } = await ask(server, `${start}${name}=2`);
      t.is(status, 400, name);
      t.like(json.svcapi, { error: 'invalid_parameter', parameter }, name);
      t.true(json.svcapi.error_message.includes(`did you mean “${parameter}”`), json.svcapi.error_message);
    }
  }
  for (const [line, message] of [
    [ASSIGN.replace('14:2 ', '14:2?uses=5 '), /uses: Send it in the body/],
    ['POST /datacard/14:2  {"production_entity_uid":"4:1","uses":1}', /send it as application\/json/],
  ] as const) {
    const { status, text } = await ask(server, line);
    t.is(status, 400);
    t.regex(text, message);
  }
  t.deepEqual(await changesOf(server.store, '14:2'), []);
});

test('foreign parameters are ignored, and all of them by a route without parameters', async (t) => {
  const foreign = ['language', '_', 'callback', 'v', 'access_token', 'start_page', 'item%07count', '__proto__', ''];
  const one = { transactions: { attributes: { count: 1 } } };
  const names = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`n${index}`, 1]));
  await expectAnswers(t, server, [
    ...foreign.map((name): Case => [`${LOG}${name}=2&item_count=1`, 200, one]),
    ['GET /character/1:1?limit=2&page=3', 200],
    [`POST /api/time ${JSON.stringify({ ...names, cgt: 'Y12D3' })}`, 200],
  ]);
});

import test from 'ava';
import { type Server, startServer, withServer } from '../../helpers/server.js';

let server: Server;
test.before(async () => {
  server = await startServer({ rateLimit: 10_000 });
});
test.after.always(async () => {
  await server.close();
});

// What a form or JSON may not say, with the parameter that is at fault.
const invalid: [string, string, string?][] = [
  ['', 'production_entity_uid'],
  ['uses=1', 'production_entity_uid'],
  ['production_entity_uid=&uses=1', 'production_entity_uid'],
  ['production_entity_uid=4&uses=1', 'production_entity_uid'],
  ['production_entity_uid=Ember+Works&uses=1', 'production_entity_uid'],
  ['production_entity_uid=1:1&uses=1', 'production_entity_uid'],
  ['production_entity_uid=20:1&uses=1', 'production_entity_uid'],
  ['production_entity_uid=14:1&uses=1', 'production_entity_uid'],
  ['production_entity_uid=8:1&uses=1', 'production_entity_uid'],
  ['production_entity_uid=9:1&uses=1', 'production_entity_uid'],
  ['production_entity_uid=22:1&uses=1', 'production_entity_uid'],
  ['production_entity_uid=25:1&uses=1', 'production_entity_uid'],
  ['production_entity_uid=39:1&uses=1', 'production_entity_uid'],
  ['production_entity_uid=4:1&production_entity_uid=4:2&uses=1', 'production_entity_uid'],
  ['production_entity_uid=4:1', 'uses'],
  ['production_entity_uid=4:1&uses=', 'uses'],
  ['production_entity_uid=4:1&uses=0', 'uses'],
  ['production_entity_uid=4:1&uses=-1', 'uses'],
  ['production_entity_uid=4:1&uses=1.5', 'uses'],
  ['production_entity_uid=4:1&uses=1e2', 'uses'],
  ['production_entity_uid=4:1&uses=0x10', 'uses'],
  ['production_entity_uid=4:1&uses=many', 'uses'],
  ['production_entity_uid=4:1&uses=9007199254740992', 'uses'],
  ['production_entity_uid=4:1&uses=1&uses=2', 'uses'],
  [`production_entity_uid=4:1&uses=${'1'.padStart(65, '0')}`, 'uses'],
  [`production_entity_uid=4:${'1'.repeat(63)}&uses=1`, 'production_entity_uid'],
  ['production_entity_uid=4:1&unlimited=0', 'unlimited'],
  ['production_entity_uid=4:1&unlimited=2', 'unlimited'],
  ['production_entity_uid=4:1&unlimited=-1', 'unlimited'],
  ['production_entity_uid=4:1&unlimited=true', 'unlimited'],
  ['production_entity_uid=4:1&uses=1&unlimited=1', 'unlimited'],
  ['production_entity_uid=4:1&uses=1&unlimited=0', 'unlimited'],
  ['production_entity_uid=4:1&uses=%07', 'uses'],
  ['{"production_entity_uid":"4:1","uses":1.5}', 'uses'],
  ['{"production_entity_uid":"4:1","uses":1e400}', 'uses'],
  ['{"production_entity_uid":"4:1","uses":null}', 'uses'],
  ['{"production_entity_uid":"4:1","uses":[1]}', 'uses'],
  ['{"production_entity_uid":"4:1","uses":true}', 'uses'],
  ['{"production_entity_uid":"4:1","unlimited":true}', 'unlimited'],
  ['{"production_entity_uid":4,"uses":1}', 'production_entity_uid'],
  ['{"production_entity_uid":["4:1"],"uses":1}', 'production_entity_uid'],
  ['{"production_entity_uid":null,"uses":1}', 'production_entity_uid'],
  ['{"production_entity_uid":"4:1","uses":1', 'body'],
  ['["4:1",1]', 'body'],
];

for (const [body, parameter] of invalid) {
  test(`assigning with ${body || 'nothing'} is a 400 for ${parameter}`, async (t) => {
    const type = /^[[{]/.test(body) ? 'application/json' : 'application/x-www-form-urlencoded';
    const init = { method: 'POST', body, headers: { 'Content-Type': type } };
    const { status, json } = await server.call('/datacard/14:2', init);
    t.is(status, 400);
    t.is(json.svcapi.error, 'invalid_parameter');
    t.is(json.svcapi.parameter, parameter);
    t.deepEqual(await server.store.datacards.assignments('14:2'), []);
  });
}

const unnamed = [
  '',
  '?production_entity_uid=',
  '?production_entity_uid=1:1',
  '?production_entity_uid=22:1',
  '?production_entity_uid=25:1',
  '?production_entity_uid=Ember%20Works',
  '?production_entity_uid=4:1&production_entity_uid=4:1',
  '?entity=4:1',
];

for (const query of unnamed) {
  test(`revoking with ${query || 'no query'} is a 400`, async (t) => {
    const { status, json } = await server.call(`/datacard/14:3${query}`, { method: 'DELETE' });
    t.is(status, 400);
    t.is(json.svcapi.parameter, 'production_entity_uid');
    t.is((await server.store.datacards.assignments('14:3')).length, 1);
  });
}

const missing: [string, string, string][] = [
  ['a datacard that is not there', 'POST', '/datacard/14:999'],
  ['a datacard that is not there', 'DELETE', '/datacard/14:999'],
  ['a datacard of another faction', 'POST', '/datacard/14:4'],
  ['a datacard of another faction', 'DELETE', '/datacard/14:4'],
];

for (const [what, method, path] of missing) {
  test(`${method} of ${what} is a 404`, async (t) => {
    const body = new URLSearchParams({ production_entity_uid: '4:1', ...(method === 'POST' && { uses: '1' }) });
    const { status, json } = await server.call(path, { method, body });
    t.is(status, 404);
    t.is(json.svcapi.error, 'not_found');
  });
}

test('an unknown entity is a 404 that names it', async (t) => {
  const body = new URLSearchParams({ production_entity_uid: '4:999', uses: '1' });
  const { status, json } = await server.call('/datacard/14:1', { method: 'POST', body });
  t.is(status, 404);
  t.regex(json.svcapi.error_message, /4:999/);
  const revoked = await server.call('/datacard/14:1?production_entity_uid=4:999', { method: 'DELETE' });
  t.is(revoked.status, 404);
});

test('an entity without uses is a 404', async (t) => {
  const { status, json } = await server.call('/datacard/14:3?production_entity_uid=5:1', { method: 'DELETE' });
  t.is(status, 404);
  t.regex(json.svcapi.error_message, /5:1/);
});

const absent: [title: string, body: string, quantity: number][] = [
  ['an empty unlimited beside uses', 'production_entity_uid=4:1&uses=1&unlimited=', 1],
  ['an empty uses beside unlimited', 'production_entity_uid=4:1&uses=&unlimited=1', -1],
  ['unlimited null beside uses', '{"production_entity_uid":"4:1","uses":1,"unlimited":null}', 1],
];

for (const [title, body, quantity] of absent) {
  test(`${title} counts as absent`, withServer, async (t, { call }) => {
    const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
    const { status, json } = await call('/datacard/14:2', { method: 'POST', body, headers: { 'Content-Type': type } });
    t.is(status, 200);
    t.is(json.svcapi.assignments.assignment[0].newquantity, quantity);
  });
}

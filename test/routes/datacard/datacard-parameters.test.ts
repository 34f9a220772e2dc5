import test from 'ava';
import { withServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';

const server = sharedServer({ rateLimit: 10_000 });

const LONG = '1'.padStart(65, '0');

/** What a form or JSON may not say, by the parameter that is at fault. */
const invalid: Record<string, string[]> = {
  production_entity_uid: [
    '',
    'uses=1',
    'production_entity_uid=4:1&production_entity_uid=4:2&uses=1',
    ...['', '4', 'Ember+Works', '1:1', '20:1', '14:1', '8:1', '9:1', '22:1', '25:1', '39:1', `4:${'1'.repeat(63)}`].map(
      (uid) => `production_entity_uid=${uid}&uses=1`,
    ),
    ...['4', '["4:1"]', 'null'].map((uid) => `{"production_entity_uid":${uid},"uses":1}`),
  ],
  uses: [
    'production_entity_uid=4:1',
    ...['', '0', '-1', '1.5', '1e2', '0x10', 'many', '9007199254740992', '1&uses=2', '%07', LONG].map(
      (uses) => `production_entity_uid=4:1&uses=${uses}`,
    ),
    ...['1.5', '1e400', 'null', '[1]', 'true'].map((uses) => `{"production_entity_uid":"4:1","uses":${uses}}`),
  ],
  unlimited: [
    ...['0', '2', '-1', 'true', '1&uses=1', '0&uses=1'].map((value) => `production_entity_uid=4:1&unlimited=${value}`),
    '{"production_entity_uid":"4:1","unlimited":true}',
  ],
  body: ['{"production_entity_uid":"4:1","uses":1', '["4:1",1]'],
};

for (const [parameter, bodies] of Object.entries(invalid)) {
  for (const body of bodies) {
    test(`assigning with ${body || 'nothing'} is a 400 for ${parameter}`, async (t) => {
      const type = /^[[{]/.test(body) ? 'application/json' : 'application/x-www-form-urlencoded';
      const init = { method: 'POST', body, headers: { 'Content-Type': type } };
      const { status, json } = await server.call('/datacard/14:2', init);
      t.is(status, 400);
      t.like(json.svcapi, { error: 'invalid_parameter', parameter });
      t.deepEqual(await server.store.datacards.assignments('14:2'), []);
    });
  }
}

const ENTITY = 'production_entity_uid';

test('revoking needs the uid of one production entity', async (t) => {
  for (const uid of ['', '1:1', '22:1', '25:1', 'Ember%20Works', `4:1&${ENTITY}=4:1`, undefined]) {
    const path = `/datacard/14:3?${uid === undefined ? 'entity=4:1' : `${ENTITY}=${uid}`}`;
    t.like(
      await server.call(path, { method: 'DELETE' }),
      { status: 400, json: { svcapi: { parameter: ENTITY } } },
      path,
    );
  }
  t.is((await server.store.datacards.assignments('14:3')).length, 1);
});

test('a datacard that is not there or of another faction is a 404', async (t) => {
  for (const path of ['/datacard/14:999', '/datacard/14:4']) {
    for (const [method, more] of [['POST', { uses: '1' }] as const, ['DELETE', {}] as const]) {
      const body = new URLSearchParams({ production_entity_uid: '4:1', ...more });
      t.like(
        await server.call(path, { method, body }),
        { status: 404, json: { svcapi: { error: 'not_found' } } },
        path,
      );
    }
  }
});

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

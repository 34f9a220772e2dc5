import test from 'ava';
import { envelope, ref } from '../helpers/payload.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer({ rateLimit: 10_000 });

const WITHOUT_TOKEN = { headers: { Authorization: '' } };

const guild = () => ref(server.url, 'faction', '20:1', 'The Lantern Guild');

const entities: [uid: string, name: string, type: string, owner: () => object][] = [
  ['1:1', 'Hana Veil', 'character', () => ({})],
  ['1:2', 'Bram Oster', 'character', () => ({})],
  ['20:1', 'The Lantern Guild', 'faction', () => ({})],
  ['22:1', 'Ashari', 'race', () => ({})],
  ['2:1', 'Heron freighter', 'ship', () => ({})],
  ['4:1', 'Ember Works', 'facility', guild],
  ['4:2', 'Tidal Yard', 'facility', () => ref(server.url, 'character', '1:1', 'Hana Veil')],
  ['5:1', 'Halcyon Station', 'station', () => ({})],
  ['14:3', 'Heron freighter', 'datacard', guild],
];

for (const [uid, name, type, owner] of entities) {
  test(`anyone can read the name, type and owner of ${type} ${uid}`, async (t) => {
    const { status, json } = await server.call(`/entity/${uid}`, WITHOUT_TOKEN);
    t.is(status, 200);
    t.deepEqual(json, envelope('entity', `/ws/v2.0/entity/${uid}`, { entity: { uid, name, type, owner: owner() } }));
  });
}

test('a uid that is not two numbers with a colon between them is a 400, and an unknown one a 404', async (t) => {
  for (const uid of ['4', '4:', 'x', '4:x', '4:-1', 'Ember%20Works', '4:1:1', '%204:1', `4:${'1'.repeat(63)}`])
    t.like(await server.call(`/entity/${uid}`), { status: 400, json: { svcapi: { parameter: 'uid' } } }, uid);
  for (const uid of ['4:999', '4:01', '99:1', '6:1', '14:999', '4:12345678901234567890123'])
    t.like(await server.call(`/entity/${uid}`), { status: 404, json: { svcapi: { error: 'not_found' } } }, uid);
});

test('an event is a 404, whether it exists or not', async (t) => {
  const known = await server.call('/entity/39:1');
  const unknown = await server.call('/entity/39:999');
  t.is(known.status, 404);
  t.deepEqual({ ...known.json, request: '' }, { ...unknown.json, request: '' });
});

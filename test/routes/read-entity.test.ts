import test from 'ava';
import { type Case, expectAnswers } from '../helpers/ask.js';
import { ref } from '../helpers/payload.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer({ rateLimit: 10_000 });

test('anyone can read the name, the type and the owner of an entity', async (t) => {
  const guild = ref(server.url, 'faction', '20:1', 'The Lantern Guild');
  const entities: [uid: string, name: string, type: string, owner: object][] = [
    ['1:1', 'Hana Veil', 'character', {}],
    ['1:2', 'Bram Oster', 'character', {}],
    ['20:1', 'The Lantern Guild', 'faction', {}],
    ['22:1', 'Ashari', 'race', {}],
    ['2:1', 'Heron freighter', 'ship', {}],
    ['4:1', 'Ember Works', 'facility', guild],
    ['4:2', 'Tidal Yard', 'facility', ref(server.url, 'character', '1:1', 'Hana Veil')],
    ['14:3', 'Heron freighter', 'datacard', guild],
  ];
  for (const [uid, name, type, owner] of entities) {
    const { json } = await server.call(`/entity/${uid}`, { headers: { Authorization: '' } });
    t.deepEqual(json.svcapi, { entity: { uid, name, type, owner } });
  }
});

test('a uid that is not two numbers with a colon between them is a 400, and an unknown one a 404', async (t) => {
  const invalid = ['4', '4:', 'x', '4:x', '4:-1', 'Ember%20Works', '4:1:1', '%204:1', `4:${'1'.repeat(63)}`];
  await expectAnswers(t, server, [
    ...invalid.map((uid): Case => [`GET /entity/${uid}`, 400, { parameter: 'uid' }]),
    // An event has no name.
    ...['39:1', '4:999', '4:01', '99:1', '6:1', '14:999', '4:12345678901234567890123'].map(
      (uid): Case => [`GET /entity/${uid}`, 404, 'not_found'],
    ),
  ]);
});

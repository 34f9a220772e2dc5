import test from 'ava';
import { ask, type Case, expectAnswers } from '../../helpers/ask.js';
import { loadRows } from '../../helpers/load-rows.js';
import { envelope, ref } from '../../helpers/payload.js';
import { sharedServer } from '../../helpers/shared-server.js';

/** One datacard, those of a faction, and what the lists of all entities have. */

const server = sharedServer({ rateLimit: 10_000 }, ({ store }) =>
  loadRows(store, 'entity', [
    { uid: '4:10', name: 'Tenth Works', owner_uid: '1:1' },
    { uid: '20:3', name: 'Sorters', owner_uid: null },
    { uid: '20:4', name: 'Empty Hands', owner_uid: null },
  ]),
);

const freighter = () => ref(server.url, 'ship', '2:1', 'Heron freighter');
const guild = () => ref(server.url, 'faction', '20:1', 'The Lantern Guild');

/** A datacard of the Guild with what is assigned of it. */
function card(uid: string, uses: number, ...assignedlocation: object[]) {
  const assignedlocations = { attributes: { count: assignedlocation.length }, assignedlocation };
  return { datacard: { uid, entity: freighter(), owner: guild(), uses, assignedlocations } };
}

test('a datacard has its unassigned uses and its assignments', async (t) => {
  const { status, json } = await server.call('/datacard/14:3');
  t.is(status, 200);
  const location = ref(server.url, 'facility', '4:1', 'Ember Works');
  const svcapi = card('14:3', 6, { location, locationowner: guild(), quantity: 4 });
  t.deepEqual(json, envelope('datacard', '/ws/v2.0/datacard/14:3', svcapi));
  t.deepEqual((await server.call('/datacard/14:1')).json.svcapi, card('14:1', 100));
  t.is((await server.call('/datacard/14:2')).json.svcapi.datacard.uses, -1, 'unlimited');
});

test('locations are ordered by number, and one without an owner has an empty owner', async (t) => {
  const { store, url } = server;
  const assignments = ['5:1', '4:10', '4:2'].map((location_uid, index) => ({ location_uid, uses: index + 1 }));
  await loadRows(store, 'datacard', [
    { uid: '14:9', owner_uid: '20:3', entity_uid: '2:1', total_uses: 6, assignments },
  ]);
  const rights = { is_primary: 0, can_view_datacards: 1, can_manage_datacards: 0 } as const;
  await loadRows(store, 'membership', [{ character_uid: '1:1', faction_uid: '20:3', ...rights }]);
  const hana = ref(url, 'character', '1:1', 'Hana Veil');
  const { datacard } = (await server.call('/datacard/14:9')).json.svcapi;
  t.deepEqual(datacard, {
    ...card(
      ...(['14:9', 0] as const),
      { location: ref(url, 'facility', '4:2', 'Tidal Yard'), locationowner: hana, quantity: 3 },
      { location: ref(url, 'station', '5:1', 'Halcyon Station'), locationowner: {}, quantity: 1 },
      { location: ref(url, 'facility', '4:10', 'Tenth Works'), locationowner: hana, quantity: 2 },
    ).datacard,
    owner: ref(url, 'faction', '20:3', 'Sorters'),
  });
});

test('a datacard is for members of its faction who view datacards', async (t) => {
  await expectAnswers(t, server, [
    ['GET /datacard/14:1', 200, undefined, ['1:2', 'faction_datacards_read']],
    ['GET /datacard/14:1', 401, 'permission_missing', ['1:1', 'faction_datacards_write']],
    // A member without rights, somebody who is no member, and a member whose rights are in another faction.
    ['GET /datacard/14:1', 404, 'not_found', ['1:3']],
    ['GET /datacard/14:1', 404, 'not_found', ['1:4']],
    ['GET /datacard/14:4', 404, 'not_found'],
    ...['14:999', '14:0', '14:01', '14:99999999999999999999'].map(
      (uid): Case => [`GET /datacard/${uid}`, 404, 'not_found'],
    ),
    ...['14', '14:', '14:x', '14:-1', '39:1', 'Heron%20freighter', '14:1.5', '14:1,14:2'].map(
      (uid): Case => [`GET /datacard/${uid}`, 400, { error: 'invalid_parameter', parameter: 'uid' }],
    ),
  ]);
});

test('anyone can list the datacards of a faction, ordered by number', async (t) => {
  for (const faction of ['20:2', '20%3A2', 'Quiet%20Harbour', 'quiet+harbour']) {
    const { status, json } = await server.call(`/datacards/${faction}`, { headers: { Authorization: '' } });
    t.is(status, 200);
    const datacard = [{ attributes: { uid: '14:4', href: `${server.url}/datacard/14:4` }, entity: freighter() }];
    const svcapi = { datacards: { attributes: { count: 1 }, datacard } };
    t.deepEqual(json, envelope('datacards', `/ws/v2.0/datacards/${faction}`, svcapi));
  }
  const rest = { owner_uid: '20:2', entity_uid: '2:1', total_uses: 1, assignments: [] };
  await loadRows(
    server.store,
    'datacard',
    ['14:30', '14:2000', '14:200'].map((uid) => ({ uid, ...rest })),
  );
  const listed = ['14:4', '14:30', '14:200', '14:2000'].map((uid) => ({ attributes: { uid } }));
  await expectAnswers(t, server, [
    ['GET /datacards/20:2', 200, { datacards: { attributes: { count: 4 }, datacard: listed } }],
    ['GET /datacards/empty%20hands', 200, { datacards: { attributes: { count: 0 }, datacard: [] } }],
    ...['20:999', 'Nobody', 'Dorn'].map((faction): Case => [`GET /datacards/${faction}`, 404, 'not_found']),
    ...['1:1', '14:1', '%20'].map((other): Case => [`GET /datacards/${other}`, 400, 'invalid_parameter']),
  ]);
});

test('anyone can read the name, the type and the owner of an entity', async (t) => {
  const entities: [uid: string, name: string, type: string, owner?: object][] = [
    ['1:2', 'Bram Oster', 'character'],
    ['20:1', 'The Lantern Guild', 'faction'],
    ['22:1', 'Ashari', 'race'],
    ['2:1', 'Heron freighter', 'ship'],
    ['4:1', 'Ember Works', 'facility', guild()],
    ['4:2', 'Tidal Yard', 'facility', ref(server.url, 'character', '1:1', 'Hana Veil')],
    ['14:3', 'Heron freighter', 'datacard', guild()],
  ];
  for (const [uid, name, type, owner = {}] of entities)
    t.deepEqual((await ask(server, `GET /entity/${uid}`, '')).json.svcapi, { entity: { uid, name, type, owner } });
  const invalid = ['4', '4:', 'x', '4:x', '4:-1', 'Ember%20Works', '4:1:1', '%204:1', `4:${'1'.repeat(63)}`];
  // An event has no name.
  const missing = ['39:1', '4:999', '4:01', '99:1', '6:1', '14:999', '4:12345678901234567890123'];
  await expectAnswers(t, server, [
    ...invalid.map((uid): Case => [`GET /entity/${uid}`, 400, { parameter: 'uid' }]),
    ...missing.map((uid): Case => [`GET /entity/${uid}`, 404, 'not_found']),
  ]);
});

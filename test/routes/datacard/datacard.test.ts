import test from 'ava';
import type { Permission } from '../../../src/domain/permission.js';
import { tokenFor } from '../../helpers/galaxy.js';
import { loadRows } from '../../helpers/load-rows.js';
import { envelope, ref } from '../../helpers/payload.js';
import { sharedServer } from '../../helpers/shared-server.js';

const server = sharedServer({ rateLimit: 10_000 });

async function read(uid: string, characterUid: string, permissions?: Permission[]) {
  const token = await tokenFor(server.store, characterUid, permissions);
  return server.call(`/datacard/${uid}`, { headers: { Authorization: `Bearer ${token}` } });
}

const freighter = () => ref(server.url, 'ship', '2:1', 'Heron freighter');
const courier = () => ref(server.url, 'ship', '2:2', 'Wren courier');
const guild = () => ref(server.url, 'faction', '20:1', 'The Lantern Guild');

test('a datacard has its unassigned uses and its assignments', async (t) => {
  const { status, json } = await server.call('/datacard/14:3');
  t.is(status, 200);
  t.deepEqual(
    json,
    envelope('datacard', '/ws/v2.0/datacard/14:3', {
      datacard: {
        uid: '14:3',
        entity: freighter(),
        owner: guild(),
        uses: 6,
        assignedlocations: {
          attributes: { count: 1 },
          assignedlocation: [
            { location: ref(server.url, 'facility', '4:1', 'Ember Works'), locationowner: guild(), quantity: 4 },
          ],
        },
      },
    }),
  );
});

test('a datacard that is assigned nowhere has an empty list', async (t) => {
  const { json } = await server.call('/datacard/14:1');
  t.deepEqual(json.svcapi.datacard, {
    uid: '14:1',
    entity: freighter(),
    owner: guild(),
    uses: 100,
    assignedlocations: { attributes: { count: 0 }, assignedlocation: [] },
  });
});

test('unlimited uses are -1', async (t) => {
  t.is((await server.call('/datacard/14:2')).json.svcapi.datacard.uses, -1);
});

test.serial('locations are ordered by number, and one without an owner has an empty owner', async (t) => {
  const { store, url } = server;
  await loadRows(store, 'entity', [{ uid: '4:10', name: 'Tenth Works', owner_uid: '1:1' }]);
  const assignments = ['5:1', '4:10', '4:2'].map((location_uid, index) => ({ location_uid, uses: index + 1 }));
  await loadRows(store, 'datacard', [
    { uid: '14:9', owner_uid: '20:1', entity_uid: '2:2', total_uses: 6, assignments },
  ]);
  const { uses, assignedlocations } = (await server.call('/datacard/14:9')).json.svcapi.datacard;
  const hana = ref(url, 'character', '1:1', 'Hana Veil');
  t.is(uses, 0);
  t.deepEqual(assignedlocations, {
    attributes: { count: 3 },
    assignedlocation: [
      { location: ref(url, 'facility', '4:2', 'Tidal Yard'), locationowner: hana, quantity: 3 },
      { location: ref(url, 'station', '5:1', 'Halcyon Station'), locationowner: {}, quantity: 1 },
      { location: ref(url, 'facility', '4:10', 'Tenth Works'), locationowner: hana, quantity: 2 },
    ],
  });
});

// Who is a member of the faction, and what the membership lets them do; see the small galaxy.
const readers: [string, string, string, number][] = [
  ['a member who views and manages', '1:1', '14:1', 200],
  ['a member who views but does not manage', '1:2', '14:1', 200],
  ['a member without rights', '1:3', '14:1', 404],
  ['somebody who is no member', '1:4', '14:1', 404],
  ['a member whose rights are in another faction', '1:1', '14:4', 404],
  ['a member, of a datacard that is not there', '1:1', '14:999', 404],
];

for (const [who, characterUid, uid, expected] of readers) {
  test(`${who} reads ${uid} as a ${expected}`, async (t) => {
    const { status, json } = await read(uid, characterUid);
    t.is(status, expected);
    if (expected === 404) t.is(json.svcapi.error, 'not_found');
  });
}

test('a datacard that is not visible is a 404, like one that does not exist', async (t) => {
  const hidden = await read('14:1', '1:4');
  const missing = await read('14:999', '1:4');
  t.deepEqual({ ...hidden.json, request: '' }, { ...missing.json, request: '' });
});

test('the permission to write does not include the permission to read', async (t) => {
  t.is((await read('14:1', '1:1', ['faction_datacards_write'])).status, 401);
});

test('a uid that is not 14: and digits is a 400, and an unknown one a 404', async (t) => {
  for (const uid of ['14', '14:', '14:x', '14:-1', '39:1', 'Heron%20freighter', '14:1.5', '14:1,14:2']) {
    const { status, json } = await server.call(`/datacard/${uid}`);
    t.is(status, 400, uid);
    t.is(json.svcapi.parameter, 'uid');
    t.regex(json.svcapi.error_message, /14:/);
  }
  for (const uid of ['14:0', '14:01', '14:99999999999999999999'])
    t.is((await server.call(`/datacard/${uid}`)).status, 404, uid);
});

for (const faction of ['20:2', '20%3A2', 'Quiet%20Harbour', 'quiet+harbour']) {
  test(`the datacards of ${faction}, for anyone`, async (t) => {
    const { status, json } = await server.call(`/datacards/${faction}`, { headers: { Authorization: '' } });
    t.is(status, 200);
    const datacard = { attributes: { uid: '14:4', href: `${server.url}/datacard/14:4` }, entity: freighter() };
    const svcapi = { datacards: { attributes: { count: 1 }, datacard: [datacard] } };
    t.deepEqual(json, envelope('datacards', `/ws/v2.0/datacards/${faction}`, svcapi));
  });
}

test.serial('the datacards of a faction are ordered by number', async (t) => {
  const { store } = server;
  await loadRows(store, 'entity', [{ uid: '20:3', name: 'Sorters', owner_uid: null }]);
  const uids = ['14:30', '14:2000', '14:31', '14:200'];
  const rest = { owner_uid: '20:3', entity_uid: '2:2', total_uses: 1, assignments: [] };
  await loadRows(
    store,
    'datacard',
    uids.map((uid) => ({ uid, ...rest })),
  );
  const { datacards } = (await server.call('/datacards/20:3')).json.svcapi;
  const listed = ['14:30', '14:31', '14:200', '14:2000'].map((uid) => ({
    attributes: { uid, href: `${server.url}/datacard/${uid}` },
    entity: courier(),
  }));
  t.deepEqual(datacards, { attributes: { count: 4 }, datacard: listed });
});

test.serial('a faction without datacards has an empty list', async (t) => {
  await loadRows(server.store, 'entity', [{ uid: '20:4', name: 'Empty Hands', owner_uid: null }]);
  const { json } = await server.call('/datacards/empty%20hands');
  t.deepEqual(json.svcapi, { datacards: { attributes: { count: 0 }, datacard: [] } });
});

test('a list of datacards is of a faction', async (t) => {
  for (const faction of ['20:999', 'Nobody', 'Dorn'])
    t.like(await server.call(`/datacards/${faction}`), { status: 404, json: { svcapi: { error: 'not_found' } } });
  for (const other of ['1:1', '14:1', '%20'])
    t.like(await server.call(`/datacards/${other}`), { status: 400, json: { svcapi: { error: 'invalid_parameter' } } });
});

import test from 'ava';
import { ask, type Case, expectAnswers } from '../helpers/ask.js';
import { changesOf } from '../helpers/changes-of.js';
import { loadRows } from '../helpers/load-rows.js';
import { envelope, ref } from '../helpers/payload.js';
import { type Server, withServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

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
  const { json } = await server.call('/datacard/14:3');
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
  ]);
});

test('anyone can list the datacards of a faction, ordered by number', async (t) => {
  for (const faction of ['20:2', '20%3A2', 'Quiet%20Harbour', 'quiet+harbour']) {
    const { json } = await server.call(`/datacards/${faction}`, { headers: { Authorization: '' } });
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
});

const ENTITY = 'production_entity_uid';
const TO_WORKS = `${ENTITY}=4:1`;

/** The unassigned uses, and what each location has. */
async function state(server: Server, uid: string): Promise<Record<string, number>> {
  const { uses, assignedlocations } = (await ask(server, `GET /datacard/${uid}`)).json.svcapi.datacard;
  type Use = { location: { attributes: { uid: string } }; quantity: number };
  const assigned = assignedlocations.assignedlocation.map((use: Use) => [use.location.attributes.uid, use.quantity]);
  return { uses, ...Object.fromEntries(assigned) };
}

test('an assignment shows the use before and the amount after', withServer, async (t, server) => {
  const { url } = server;
  const guild = ref(url, 'faction', '20:1', 'The Lantern Guild');
  const works = { location: ref(url, 'facility', '4:1', 'Ember Works'), locationowner: guild };
  const entity = ref(url, 'ship', '2:1', 'Heron freighter');
  const cardOf = (uid: string) => ({ attributes: { uid, href: `${url}/datacard/${uid}` }, entity });
  for (const [quantity, newquantity] of [
    [0, 30],
    [30, 60],
  ]) {
    const { json } = await ask(server, `POST /datacard/14:1 ${TO_WORKS}&uses=30`);
    const originaluse = { ...works, quantity };
    const assignment = [{ assigneddatacard: cardOf('14:1'), originaluse, succeeded: true, newquantity }];
    const svcapi = { assignments: { attributes: { count: 1 }, assignment } };
    t.deepEqual(json, envelope('datacard_assign', '/ws/v2.0/datacard/14:1', svcapi));
  }
  t.deepEqual(await state(server, '14:1'), { uses: 40, '4:1': 60 });
  const { json } = await ask(server, `DELETE /datacard/14:3?${ENTITY}=4%3A1`);
  const revocation = [{ revokeddatacard: cardOf('14:3'), revokeduse: { ...works, quantity: 4 }, succeeded: true }];
  const svcapi = { revocations: { attributes: { count: 1 }, revocation } };
  t.deepEqual(json, envelope('datacard_revoke', '/ws/v2.0/datacard/14:3', svcapi));
  t.deepEqual(await state(server, '14:3'), { uses: 10 });
});

const quantity = (before: number, newquantity: number) => ({
  assignments: { assignment: [{ originaluse: { quantity: before }, newquantity }] },
});

const unlimited = { revocations: { revocation: [{ revokeduse: { quantity: -1 } }] } };

test('changes in a form or JSON, one after the other', withServer, async (t, server) => {
  const steps: [line: string, status: number, part: object | string | undefined, left?: Record<string, number>][] = [
    // Numbers and strings, and what counts as absent.
    ['POST /datacard/14:1 {"production_entity_uid":"4:1","uses":2}', 200, quantity(0, 2)],
    ['POST /datacard/14:1 {"production_entity_uid":"4:1","uses":"2","unlimited":null}', 200, quantity(2, 4)],
    [`POST /datacard/14:1 ${ENTITY}=5:1&uses=1&unlimited=`, 200, quantity(0, 1), { uses: 95, '4:1': 4, '5:1': 1 }],
    // An unlimited datacard gives counted and unlimited uses, which stay so.
    [`POST /datacard/14:2 ${TO_WORKS}&uses=5`, 200, quantity(0, 5), { uses: -1, '4:1': 5 }],
    [`POST /datacard/14:2 ${TO_WORKS}&unlimited=1&uses=`, 200, quantity(5, -1), { uses: -1, '4:1': -1 }],
    [`POST /datacard/14:2 ${TO_WORKS}&uses=5`, 200, quantity(-1, -1)],
    [`POST /datacard/14:2 ${TO_WORKS}&unlimited=1`, 200, quantity(-1, -1), { uses: -1, '4:1': -1 }],
    [`DELETE /datacard/14:2?${TO_WORKS}`, 200, unlimited, { uses: -1 }],
    // More than an exact integer, in all.
    [`POST /datacard/14:2 ${TO_WORKS}&uses=${Number.MAX_SAFE_INTEGER}`, 200, quantity(0, Number.MAX_SAFE_INTEGER)],
    [`POST /datacard/14:2 ${TO_WORKS}&uses=1`, 409, 'not_enough_uses'],
    // More uses than there are, unlimited ones of a limited datacard, and the last uses.
    [`POST /datacard/14:3 ${TO_WORKS}&uses=7`, 409, 'not_enough_uses'],
    [`POST /datacard/14:3 ${TO_WORKS}&uses=${Number.MAX_SAFE_INTEGER}`, 409, 'not_enough_uses'],
    [`POST /datacard/14:3 ${TO_WORKS}&unlimited=1`, 409, 'not_enough_uses', { uses: 6, '4:1': 4 }],
    [`POST /datacard/14:3 ${ENTITY}=4:2&uses=6`, 200, quantity(0, 6), { uses: 0, '4:1': 4, '4:2': 6 }],
    [`POST /datacard/14:3 ${ENTITY}=4:2&uses=1`, 409, 'not_enough_uses'],
    // The entity of a revocation in the body, or in both places if it is the same.
    [`DELETE /datacard/14:3?${TO_WORKS} ${ENTITY}=4:2`, 400, { error: 'invalid_parameter', parameter: ENTITY }],
    [`DELETE /datacard/14:3 {"production_entity_uid":"4:1"}`, 200, undefined, { uses: 4, '4:2': 6 }],
    [`DELETE /datacard/14:3 ${TO_WORKS}`, 404, 'not_found'],
    [`DELETE /datacard/14:3?${ENTITY}=4:2&toString=x ${ENTITY}=4:2`, 200, undefined, { uses: 10 }],
  ];
  for (const [line, status, part, left] of steps) {
    await expectAnswers(t, server, [[line, status, part]]);
    const [uid = ''] = /14:\d/.exec(line) ?? [];
    if (left !== undefined) t.deepEqual(await state(server, uid), left, line);
  }
});

test('only a member who manages datacards changes them', withServer, async (t, server) => {
  const [post, revoke] = [`POST /datacard/14:3 ${TO_WORKS}&uses=1`, `DELETE /datacard/14:3?${TO_WORKS}`];
  for (const line of [post, revoke]) {
    await expectAnswers(t, server, [
      ...['1:2', '1:3', '1:4'].map((uid): Case => [line, 404, 'not_found', [uid, 'faction_datacards_write']]),
      [line, 401, 'permission_missing', ['1:1', 'faction_datacards_read']],
      [line.replace('14:3', '14:4'), 404, 'not_found'],
      [line.replace('14:3', '14:999'), 404, 'not_found'],
    ]);
  }
  t.deepEqual(await state(server, '14:3'), { uses: 6, '4:1': 4 });
  t.deepEqual(await changesOf(server.store, '14:3'), []);
  await expectAnswers(t, server, [
    [post, 200, undefined, ['1:1', 'faction_datacards_write']],
    [revoke, 200, undefined, ['1:1', 'faction_datacards_write']],
  ]);
  t.deepEqual(await state(server, '14:3'), { uses: 10 });
});

test('each change is one record of the audit trail, and nothing else is', withServer, async (t, server) => {
  const send = (line: string, name: string) => ask(server, line, server.token, { 'X-Request-Id': name });
  await send(`POST /datacard/14:1 ${TO_WORKS}&uses=5`, 'first');
  await send(`POST /datacard/14:1 ${TO_WORKS}&uses=500`, 'refused');
  server.time.now += 7000;
  await send(`POST /datacard/14:1 ${TO_WORKS}&uses=2`, 'second');
  await send(`DELETE /datacard/14:1?${TO_WORKS}`, 'third');
  await send(`DELETE /datacard/14:1?${TO_WORKS}`, 'missing');
  const of = { client_id: 'console', character_uid: '1:1', datacard_uid: '14:1', location_uid: '4:1' };
  t.deepEqual(await changesOf(server.store, '14:1'), [
    { ...of, time: 1_718_625_600, action: 'assign', uses_before: 0, uses_after: 5, request_id: 'first' },
    { ...of, time: 1_718_625_607, action: 'assign', uses_before: 5, uses_after: 7, request_id: 'second' },
    { ...of, time: 1_718_625_607, action: 'revoke', uses_before: 7, uses_after: 0, request_id: 'third' },
  ]);
});

test('concurrent assignments give away each use once', withServer, async (t, server) => {
  const lines = Array.from({ length: 10 }, (_, index) => `POST /datacard/14:3 ${ENTITY}=4:${1 + (index % 2)}&uses=1`);
  const answers = await Promise.all(lines.map((line) => ask(server, line)));
  const made = answers.filter(({ status }) => status === 200).map(({ headers }) => headers.get('x-request-id'));
  t.is(made.length, 6);
  t.is(answers.filter(({ json }) => json.svcapi.error === 'not_enough_uses').length, 4);
  const { uses, '4:1': works = 0, '4:2': yard = 0 } = await state(server, '14:3');
  t.deepEqual([uses, works + yard], [0, 10]);
  const recorded = await changesOf(server.store, '14:3');
  t.deepEqual(recorded.map(({ request_id }) => request_id).sort(), made.sort());
});

test('an entity that is unknown or has no uses is a 404 that names it', withServer, async (t, server) => {
  for (const [line, uid] of [
    [`POST /datacard/14:1 ${ENTITY}=4:999&uses=1`, '4:999'],
    [`DELETE /datacard/14:1?${ENTITY}=4:999`, '4:999'],
    [`DELETE /datacard/14:3?${ENTITY}=5:1`, '5:1'],
  ] as const) {
    const { status, json } = await ask(server, line);
    t.is(status, 404);
    t.true(json.svcapi.error_message.includes(uid), json.svcapi.error_message);
  }
});

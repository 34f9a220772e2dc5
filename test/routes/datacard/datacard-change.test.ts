import test from 'ava';
import { ask, type Case, expectAnswers } from '../../helpers/ask.js';
import { changesOf } from '../../helpers/changes-of.js';
import { envelope, ref } from '../../helpers/payload.js';
import { type Server, withServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';

/** Assigning and revoking. */

const ENTITY = 'production_entity_uid';
const TO_WORKS = `${ENTITY}=4:1`;
const LONG = '1'.padStart(65, '0');

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
    [`DELETE /datacard/14:3?${ENTITY}=4:2 ${ENTITY}=4:2`, 200, undefined, { uses: 10 }],
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

const shared = sharedServer({ rateLimit: 10_000 });

/** What a form or JSON may not say, by the parameter that is at fault. */
const invalid: Record<string, string[]> = {
  [ENTITY]: [
    ...['', 'uses=1', `${TO_WORKS}&${ENTITY}=4:2&uses=1`],
    ...['', '4', 'Ember+Works', '1:1', '20:1', '14:1', '8:1', '9:1', '22:1', '25:1', '39:1', `4:${'1'.repeat(63)}`].map(
      (uid) => `${ENTITY}=${uid}&uses=1`,
    ),
    ...['4', '["4:1"]', 'null'].map((uid) => `{"production_entity_uid":${uid},"uses":1}`),
  ],
  uses: [
    TO_WORKS,
    ...['', '0', '-1', '1.5', '1e2', '0x10', 'many', '9007199254740992', '1&uses=2', '%07', LONG].map(
      (uses) => `${TO_WORKS}&uses=${uses}`,
    ),
    ...['1.5', '1e400', 'null', '[1]', 'true'].map((uses) => `{"production_entity_uid":"4:1","uses":${uses}}`),
  ],
  unlimited: [
    ...['0', '2', '-1', 'true', '1&uses=1', '0&uses=1'].map((value) => `${TO_WORKS}&unlimited=${value}`),
    '{"production_entity_uid":"4:1","unlimited":true}',
  ],
  body: ['{"production_entity_uid":"4:1","uses":1', '["4:1",1]'],
};

test('a change with a wrong parameter is a 400 that names it, and changes nothing', async (t) => {
  const bodies = Object.entries(invalid).flatMap(([parameter, bodies]) =>
    bodies.map((body): Case => [`POST /datacard/14:2 ${body}`, 400, { error: 'invalid_parameter', parameter }]),
  );
  const queries = [
    '',
    ...['', '1:1', '22:1', '25:1', 'Ember%20Works', `4:1&${TO_WORKS}`].map((uid) => `${ENTITY}=${uid}`),
  ];
  await expectAnswers(t, shared, [
    ...bodies,
    ...queries.map((query): Case => [`DELETE /datacard/14:3?${query}`, 400, { parameter: ENTITY }]),
  ]);
  t.deepEqual([await state(shared, '14:2'), await state(shared, '14:3')], [{ uses: -1 }, { uses: 6, '4:1': 4 }]);
});

test('an entity that is unknown or has no uses is a 404 that names it', async (t) => {
  for (const [line, uid] of [
    [`POST /datacard/14:1 ${ENTITY}=4:999&uses=1`, '4:999'],
    [`DELETE /datacard/14:1?${ENTITY}=4:999`, '4:999'],
    [`DELETE /datacard/14:3?${ENTITY}=5:1`, '5:1'],
  ] as const) {
    const { status, json } = await ask(shared, line);
    t.is(status, 404);
    t.true(json.svcapi.error_message.includes(uid), json.svcapi.error_message);
  }
});

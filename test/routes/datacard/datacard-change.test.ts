import test from 'ava';
import type { Permission } from '../../../src/domain/permission.js';
import { changesOf } from '../../helpers/changes-of.js';
import { tokenFor } from '../../helpers/galaxy.js';
import { envelope, ref } from '../../helpers/payload.js';
import { form, type Server, withServer } from '../../helpers/server.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

function assign({ call }: Server, uid: string, fields: Record<string, string | number>) {
  return call(`/datacard/${uid}`, form(fields));
}

function assignJson({ call }: Server, uid: string, body: unknown) {
  return call(`/datacard/${uid}`, { method: 'POST', body: JSON.stringify(body), headers: JSON_TYPE });
}

function revoke({ call }: Server, uid: string, locationUid: string) {
  return call(`/datacard/${uid}?production_entity_uid=${locationUid}`, { method: 'DELETE' });
}

/** The unassigned uses, and what each location has. */
async function state({ call }: Server, uid: string) {
  const { uses, assignedlocations } = (await call(`/datacard/${uid}`)).json.svcapi.datacard;
  type Use = { location: { attributes: { uid: string } }; quantity: number };
  const assigned = assignedlocations.assignedlocation.map((use: Use) => [use.location.attributes.uid, use.quantity]);
  return { uses, ...Object.fromEntries(assigned) };
}

const datacardRef = (url: string, uid: string) => ({
  attributes: { uid, href: `${url}/datacard/${uid}` },
  entity: ref(url, 'ship', uid === '14:2' ? '2:2' : '2:1', uid === '14:2' ? 'Wren courier' : 'Heron freighter'),
});

const guild = (url: string) => ref(url, 'faction', '20:1', 'The Lantern Guild');
const works = (url: string) => ref(url, 'facility', '4:1', 'Ember Works');

test('an assignment shows the use before and the amount after', withServer, async (t, server) => {
  const { url } = server;
  for (const [before, after] of [
    [0, 30],
    [30, 60],
  ] as const) {
    const { status, json } = await assign(server, '14:1', { production_entity_uid: '4:1', uses: 30 });
    t.is(status, 200);
    const assignment = {
      assigneddatacard: datacardRef(url, '14:1'),
      originaluse: { location: works(url), locationowner: guild(url), quantity: before },
      succeeded: true,
      newquantity: after,
    };
    const svcapi = { assignments: { attributes: { count: 1 }, assignment: [assignment] } };
    t.deepEqual(json, envelope('datacard_assign', '/ws/v2.0/datacard/14:1', svcapi));
  }
  t.deepEqual(await state(server, '14:1'), { uses: 40, '4:1': 60 });
});

test('a revocation shows the revoked use, and makes all of it unassigned', withServer, async (t, server) => {
  const { url } = server;
  const { status, json } = await revoke(server, '14:3', '4%3A1');
  t.is(status, 200);
  const revocation = {
    revokeddatacard: datacardRef(url, '14:3'),
    revokeduse: { location: works(url), locationowner: guild(url), quantity: 4 },
    succeeded: true,
  };
  const svcapi = { revocations: { attributes: { count: 1 }, revocation: [revocation] } };
  t.deepEqual(json, envelope('datacard_revoke', '/ws/v2.0/datacard/14:3', svcapi));
  t.deepEqual(await state(server, '14:3'), { uses: 10 });
  t.is((await revoke(server, '14:3', '4:1')).status, 404);
});

test('a location without an owner has an empty owner', withServer, async (t, server) => {
  const { json } = await assign(server, '14:1', { production_entity_uid: '5:1', uses: 1 });
  t.deepEqual(json.svcapi.assignments.assignment[0].originaluse.locationowner, {});
});

test('assigns by JSON with numbers and strings', withServer, async (t, server) => {
  t.is((await assignJson(server, '14:1', { production_entity_uid: '4:1', uses: 2 })).status, 200);
  t.is((await assignJson(server, '14:1', { production_entity_uid: '4:1', uses: '2' })).status, 200);
  t.deepEqual(await state(server, '14:1'), { uses: 96, '4:1': 4 });
});

test('revokes by a form or JSON in the body too', withServer, async (t, server) => {
  for (const init of [
    { body: new URLSearchParams({ production_entity_uid: '4:1' }) },
    { body: '{"production_entity_uid":"4:1"}', headers: JSON_TYPE },
  ]) {
    t.is((await server.call('/datacard/14:3', { method: 'DELETE', ...init })).status, 200);
    t.deepEqual(await state(server, '14:3'), { uses: 10 });
    await assign(server, '14:3', { production_entity_uid: '4:1', uses: 4 });
  }
});

test('a query and a body that name different entities are a 400', withServer, async (t, server) => {
  const path = '/datacard/14:3?production_entity_uid=4:1';
  const different = new URLSearchParams({ production_entity_uid: '4:2' });
  const refused = await server.call(path, { method: 'DELETE', body: different });
  t.is(refused.status, 400);
  t.like(refused.json.svcapi, { error: 'invalid_parameter', parameter: 'production_entity_uid' });
  const same = new URLSearchParams({ production_entity_uid: '4:1' });
  t.is((await server.call(path, { method: 'DELETE', body: same })).status, 200);
});

test('an unlimited datacard gives counted and unlimited uses, which stay so', withServer, async (t, server) => {
  const steps: [Record<string, number>, number, number][] = [
    [{ uses: 5 }, 0, 5],
    [{ unlimited: 1 }, 5, -1],
    [{ uses: 5 }, -1, -1],
    [{ unlimited: 1 }, -1, -1],
  ];
  for (const [amount, before, after] of steps) {
    const { json } = await assign(server, '14:2', { production_entity_uid: '4:1', ...amount });
    const [{ originaluse, newquantity }] = json.svcapi.assignments.assignment;
    t.deepEqual([originaluse.quantity, newquantity], [before, after]);
    t.deepEqual(await state(server, '14:2'), { uses: -1, '4:1': after });
  }
  t.is((await revoke(server, '14:2', '4:1')).json.svcapi.revocations.revocation[0].revokeduse.quantity, -1);
  t.deepEqual(await state(server, '14:2'), { uses: -1 });
});

test('more uses than there are, and unlimited ones of a limited datacard, are a 409', withServer, async (t, server) => {
  const before = await state(server, '14:3');
  for (const amount of [{ uses: 7 }, { uses: Number.MAX_SAFE_INTEGER }, { unlimited: 1 }]) {
    const { status, json } = await assign(server, '14:3', { production_entity_uid: '4:1', ...amount });
    t.is(`${status} ${json.svcapi.error}`, '409 not_enough_uses', JSON.stringify(amount));
  }
  t.deepEqual(await state(server, '14:3'), before);
  t.deepEqual(await changesOf(server.store, '14:3'), []);
});

test('the last uses can be assigned', withServer, async (t, server) => {
  t.is((await assign(server, '14:3', { production_entity_uid: '4:2', uses: 6 })).status, 200);
  t.deepEqual(await state(server, '14:3'), { uses: 0, '4:1': 4, '4:2': 6 });
  t.is((await assign(server, '14:3', { production_entity_uid: '4:2', uses: 1 })).status, 409);
});

const who: [string, string, Permission[], number][] = [
  ['a member who manages', '1:1', ['faction_datacards_write'], 200],
  ['a member who only views', '1:2', ['faction_datacards_write'], 404],
  ['a member without rights', '1:3', ['faction_datacards_write'], 404],
  ['somebody who is no member', '1:4', ['faction_datacards_write'], 404],
  ['a member who manages, through a client that only reads', '1:1', ['faction_datacards_read'], 401],
];

for (const [name, characterUid, permissions, expected] of who) {
  test(`${name} gets a ${expected} for assigning and revoking`, withServer, async (t, server) => {
    const headers = { Authorization: `Bearer ${await tokenFor(server.store, characterUid, permissions)}` };
    const post = { ...form({ production_entity_uid: '4:1', uses: 1 }), headers };
    t.is((await server.call('/datacard/14:3', post)).status, expected);
    const path = '/datacard/14:3?production_entity_uid=4:1';
    t.is((await server.call(path, { method: 'DELETE', headers })).status, expected);
    t.deepEqual(await state(server, '14:3'), expected === 200 ? { uses: 10 } : { uses: 6, '4:1': 4 });
  });
}

test('each change is one record of the audit trail, and nothing else is', withServer, async (t, server) => {
  const { store, call, time } = server;
  const id = (name: string) => ({ headers: { 'X-Request-Id': name } });
  await call('/datacard/14:1', { ...form({ production_entity_uid: '4:1', uses: 5 }), ...id('first') });
  await call('/datacard/14:1', { ...form({ production_entity_uid: '4:1', uses: 500 }), ...id('refused') });
  time.now += 7000;
  await call('/datacard/14:1', { ...form({ production_entity_uid: '4:1', uses: 2 }), ...id('second') });
  await call('/datacard/14:1?production_entity_uid=4:1', { method: 'DELETE', ...id('third') });
  await call('/datacard/14:1?production_entity_uid=4:1', { method: 'DELETE', ...id('missing') });
  const of = { client_id: 'console', character_uid: '1:1', datacard_uid: '14:1', location_uid: '4:1' };
  t.deepEqual(await changesOf(store, '14:1'), [
    { ...of, time: 1_718_625_600, action: 'assign', uses_before: 0, uses_after: 5, request_id: 'first' },
    { ...of, time: 1_718_625_607, action: 'assign', uses_before: 5, uses_after: 7, request_id: 'second' },
    { ...of, time: 1_718_625_607, action: 'revoke', uses_before: 7, uses_after: 0, request_id: 'third' },
  ]);
});

test('concurrent assignments give away each use once', withServer, async (t, server) => {
  const names = Array.from({ length: 10 }, (_, index) => `call-${index}`);
  const answers = await Promise.all(
    names.map((name, index) => {
      const assignment = form({ production_entity_uid: index % 2 === 0 ? '4:1' : '4:2', uses: 1 });
      return server.call('/datacard/14:3', { ...assignment, headers: { 'X-Request-Id': name } });
    }),
  );
  const made = names.filter((_, index) => answers[index]?.status === 200);
  t.is(made.length, 6);
  t.is(answers.filter(({ json }) => json.svcapi.error === 'not_enough_uses').length, 4);
  const { uses, ...assigned }: Record<string, number> = await state(server, '14:3');
  t.deepEqual([uses, Object.values(assigned).reduce((sum, each) => sum + each)], [0, 10]);
  const changes = await changesOf(server.store, '14:3');
  t.deepEqual(changes.map(({ request_id }) => request_id).sort(), made);
});

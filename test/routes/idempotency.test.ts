import { join } from 'node:path';
import test from 'ava';
import { changesOf } from '../helpers/changes-of.js';
import { temporaryFolder } from '../helpers/folder.js';
import { tokenFor } from '../helpers/galaxy.js';
import { loadRows } from '../helpers/load-rows.js';
import { form, type Server, startServer, withServer } from '../helpers/server.js';

const DAY = 86_400_000;

type Fields = Record<string, string | number>;

/** Assigns with a key; to Ember Works (4:1) unless the fields say otherwise. */
function assign({ call, token }: Server, key: string, fields: Fields, { uid = '14:1', as = token } = {}) {
  const headers = { Authorization: `Bearer ${as}`, 'Idempotency-Key': key };
  return call(`/datacard/${uid}`, { ...form({ production_entity_uid: '4:1', ...fields }), headers });
}

function revoke({ call }: Server, key: string, locationUid: string, uid = '14:1') {
  const headers = { 'Idempotency-Key': key };
  return call(`/datacard/${uid}?production_entity_uid=${locationUid}`, { method: 'DELETE', headers });
}

async function assigned({ store }: Server, uid = '14:1') {
  const assignments = await store.datacards.assignments(uid);
  return Object.fromEntries(assignments.map(({ location, uses }) => [location.uid, uses]));
}

test('without a key, each call is a change', withServer, async (t, server) => {
  for (const _ of [1, 2]) await server.call('/datacard/14:1', form({ production_entity_uid: '4:1', uses: 3 }));
  t.deepEqual(await assigned(server), { '4:1': 6 });
});

test('an assignment that is repeated gets the first answer and changes nothing', withServer, async (t, server) => {
  const first = await assign(server, 'key', { uses: 3 });
  t.is(first.status, 200);
  await assign(server, 'another key', { uses: 10 });
  const again = await assign(server, 'key', { uses: 3 });
  t.is(again.status, 200);
  t.deepEqual(again.json, first.json);
  t.deepEqual(await assigned(server), { '4:1': 13 });
  t.is((await changesOf(server.store, '14:1')).length, 2);
});

test('a repeated change of a character who lost the right to it is a 404', withServer, async (t, server) => {
  t.is((await assign(server, 'key', { uses: 3 })).status, 200);
  t.is((await revoke(server, 'other key', '4:1', '14:3')).status, 200);
  const lesser = {
    character_uid: '1:1',
    faction_uid: '20:1',
    is_primary: 1,
    can_view_datacards: 1,
    can_manage_datacards: 0,
  } as const;
  await loadRows(server.store, 'membership', [lesser]);
  t.is((await assign(server, 'key', { uses: 3 })).status, 404);
  t.is((await revoke(server, 'other key', '4:1', '14:3')).status, 404);
});

test('a repeated change with a token without the permission is a 401', withServer, async (t, server) => {
  t.is((await assign(server, 'key', { uses: 3 })).status, 200);
  const as = await tokenFor(server.store, '1:1', ['character_read']);
  t.is((await assign(server, 'key', { uses: 3 }, { as })).status, 401);
});

test('a revocation that is repeated gets the first answer and changes nothing', withServer, async (t, server) => {
  const first = await revoke(server, 'key', '4:1', '14:3');
  t.is(first.status, 200);
  await assign(server, 'another key', { uses: 2 }, { uid: '14:3' });
  const again = await revoke(server, 'key', '4:1', '14:3');
  t.is(again.status, 200);
  t.deepEqual(again.json, first.json);
  t.deepEqual(await assigned(server, '14:3'), { '4:1': 2 });
});

test('the same request in another encoding counts as a repetition', withServer, async (t, server) => {
  await assign(server, 'key', { uses: 3 });
  const body = JSON.stringify({ uses: 3, production_entity_uid: '4:1', ignored: true });
  const headers = { 'Idempotency-Key': 'key', 'Content-Type': 'application/json', Accept: 'text/xml' };
  const { status } = await server.call('/DATACARD/14%3A1/', { method: 'POST', body, headers });
  t.is(status, 200);
  t.deepEqual(await assigned(server), { '4:1': 3 });
});

test('concurrent repetitions make one change', withServer, async (t, server) => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => assign(server, 'key', { uses: 3 })));
  t.true(answers.every(({ status }) => status === 200));
  t.is(new Set(answers.map(({ text }) => text)).size, 1);
  t.deepEqual(await assigned(server), { '4:1': 3 });
  t.is((await changesOf(server.store, '14:1')).length, 1);
});

const others: [string, (server: Server) => ReturnType<typeof assign>][] = [
  ['another number of uses', (server) => assign(server, 'key', { uses: 4 })],
  ['unlimited uses', (server) => assign(server, 'key', { unlimited: 1 })],
  ['another entity', (server) => assign(server, 'key', { uses: 3, production_entity_uid: '4:2' })],
  ['another datacard', (server) => assign(server, 'key', { uses: 3 }, { uid: '14:3' })],
  ['a revocation', (server) => revoke(server, 'key', '4:1')],
];

for (const [what, request] of others) {
  test(`the same key for ${what} is a 409, and nothing changes`, withServer, async (t, server) => {
    await assign(server, 'key', { uses: 3 });
    const { status, json } = await request(server);
    t.is(status, 409);
    t.is(json.svcapi.error, 'idempotency_key_reused');
    t.deepEqual(await assigned(server), { '4:1': 3 });
    t.deepEqual(await assigned(server, '14:3'), { '4:1': 4 });
  });
}

test('of different requests with one key at once, only one is made', withServer, async (t, server) => {
  const amounts = Array.from({ length: 12 }, (_, index) => index + 1);
  const answers = await Promise.all(amounts.map((uses) => assign(server, 'key', { uses })));
  const made = amounts.filter((_, index) => answers[index]?.status === 200);
  t.is(made.length, 1);
  t.is(answers.filter(({ json }) => json.svcapi.error === 'idempotency_key_reused').length, 11);
  t.deepEqual(await assigned(server), { '4:1': made[0] });
});

test('a key holds for 24 hours and no longer', withServer, async (t, server) => {
  await assign(server, 'key', { uses: 3 });
  server.time.now += DAY;
  t.is((await assign(server, 'key', { uses: 4 })).status, 409);
  await assign(server, 'key', { uses: 3 });
  t.deepEqual(await assigned(server), { '4:1': 3 });
  server.time.now += 1000;
  t.is((await assign(server, 'key', { uses: 4 })).status, 200);
  t.deepEqual(await assigned(server), { '4:1': 7 });
  t.is((await assign(server, 'key', { uses: 3 })).status, 409);
});

test('a failed request can be repeated with its key', withServer, async (t, server) => {
  t.is((await assign(server, 'key', { uses: 7 }, { uid: '14:3' })).status, 409);
  t.is((await revoke(server, 'other', '4:1', '14:3')).status, 200);
  t.is((await assign(server, 'key', { uses: 7 }, { uid: '14:3' })).status, 200);
  t.deepEqual(await assigned(server, '14:3'), { '4:1': 7 });
});

test('the key of a failed request can be used for another one', withServer, async (t, server) => {
  t.is((await assign(server, 'key', { uses: 1000 })).status, 409);
  t.is((await assign(server, 'key', { uses: 1, production_entity_uid: '4:999' })).status, 404);
  t.is((await assign(server, 'key', { uses: 0 })).status, 400);
  t.is((await revoke(server, 'key', '4:1')).status, 404);
  t.is((await assign(server, 'key', { uses: 1 })).status, 200);
});

test('keys of different clients are independent', withServer, async (t, server) => {
  const as = await tokenFor(server.store, '1:1', undefined, { clientId: 'other' });
  await assign(server, 'key', { uses: 3 });
  t.is((await assign(server, 'key', { uses: 4 }, { as })).status, 200);
  t.deepEqual(await assigned(server), { '4:1': 7 });
});

test('keys of different characters are independent', withServer, async (t, server) => {
  const { store } = server;
  const rights = { is_primary: 1, can_view_datacards: 1, can_manage_datacards: 1 } as const;
  await loadRows(store, 'membership', [{ character_uid: '1:4', faction_uid: '20:1', ...rights }]);
  const as = await tokenFor(store, '1:4');
  await assign(server, 'key', { uses: 3 });
  t.is((await assign(server, 'key', { uses: 4 }, { as })).status, 200);
  t.deepEqual(await assigned(server), { '4:1': 7 });
});

test('another token of the same client and character can repeat a request', withServer, async (t, server) => {
  const as = await tokenFor(server.store, '1:1');
  await assign(server, 'key', { uses: 3 });
  t.is((await assign(server, 'key', { uses: 3 }, { as })).status, 200);
  t.deepEqual(await assigned(server), { '4:1': 3 });
});

test('a key outlives a restart', async (t) => {
  const database = join(temporaryFolder(), 'once.sqlite');
  const before = await startServer({ database });
  const first = await assign(before, 'key', { uses: 3 });
  await before.close();
  const after = await startServer({ database });
  t.teardown(() => after.close());
  const again = await assign(after, 'key', { uses: 3 });
  t.is(again.status, 200);
  t.deepEqual(
    again.json.svcapi.assignments.assignment[0].newquantity,
    first.json.svcapi.assignments.assignment[0].newquantity,
  );
  t.deepEqual(await assigned(after), { '4:1': 3 });
});

for (const key of ['', 'x'.repeat(256), 'a\tb', 'schl\u00fcssel', '\u0080']) {
  test(`the key ${JSON.stringify(key).slice(0, 20)} is a 400, and nothing changes`, withServer, async (t, server) => {
    for (const { status, json } of [await assign(server, key, { uses: 3 }), await revoke(server, key, '4:1', '14:3')]) {
      t.is(status, 400);
      t.is(json.svcapi.error, 'invalid_parameter');
      t.is(json.svcapi.parameter, 'Idempotency-Key');
      t.regex(json.svcapi.error_message, /255/);
    }
    t.deepEqual(await assigned(server), {});
    t.deepEqual(await assigned(server, '14:3'), { '4:1': 4 });
  });
}

for (const key of ['x'.repeat(255), '~', 'a key with spaces', '{"a":1}']) {
  test(`the key ${key.slice(0, 20)} is accepted`, withServer, async (t, server) => {
    for (const _ of [1, 2]) t.is((await assign(server, key, { uses: 3 })).status, 200);
    t.deepEqual(await assigned(server), { '4:1': 3 });
  });
}

test('reads ignore the Idempotency-Key', withServer, async (t, { call }) => {
  t.is((await call('/datacard/14:1', { headers: { 'Idempotency-Key': 'x'.repeat(256) } })).status, 200);
});

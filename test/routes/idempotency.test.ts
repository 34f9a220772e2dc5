import test from 'ava';
import { changesOf } from '../helpers/changes-of.js';
import { lastingDatabase } from '../helpers/database.js';
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

/** Lets a character manage the datacards of the Guild, or see them only. */
const mayManage = ({ store }: Server, character_uid: string, can_manage_datacards: 0 | 1) => {
  const rights = { is_primary: 1, can_view_datacards: 1, can_manage_datacards } as const;
  return loadRows(store, 'membership', [{ character_uid, faction_uid: '20:1', ...rights }]);
};

test('a change that is repeated gets the first answer and changes nothing', withServer, async (t, server) => {
  for (const _ of [1, 2]) await server.call('/datacard/14:2', form({ production_entity_uid: '4:1', uses: 3 }));
  t.deepEqual(await assigned(server, '14:2'), { '4:1': 6 }, 'without a key, each call is a change');

  const first = await assign(server, 'key', { uses: 3 });
  t.is(first.status, 200);
  await assign(server, 'another key', { uses: 10 });
  t.like(await assign(server, 'key', { uses: 3 }), { status: 200, text: first.text });
  t.deepEqual(await assigned(server), { '4:1': 13 });
  t.is((await changesOf(server.store, '14:1')).length, 2);

  const revoked = await revoke(server, 'revocation', '4:1', '14:3');
  t.is(revoked.status, 200);
  await assign(server, 'one more', { uses: 2 }, { uid: '14:3' });
  t.like(await revoke(server, 'revocation', '4:1', '14:3'), { status: 200, text: revoked.text });
  t.deepEqual(await assigned(server, '14:3'), { '4:1': 2 });
});

test('a repeated change needs the right and the permission again', withServer, async (t, server) => {
  t.is((await assign(server, 'key', { uses: 3 })).status, 200);
  t.is((await revoke(server, 'other key', '4:1', '14:3')).status, 200);
  const as = await tokenFor(server.store, '1:1', ['character_read']);
  t.is((await assign(server, 'key', { uses: 3 }, { as })).status, 401);
  await mayManage(server, '1:1', 0);
  t.is((await assign(server, 'key', { uses: 3 })).status, 404);
  t.is((await revoke(server, 'other key', '4:1', '14:3')).status, 404);
});

test(
  'the same request counts as a repetition in another encoding, and with another token',
  withServer,
  async (t, server) => {
    await assign(server, 'key', { uses: 3 });
    const body = JSON.stringify({ uses: 3, production_entity_uid: '4:1', ignored: true });
    const headers = { 'Idempotency-Key': 'key', 'Content-Type': 'application/json', Accept: 'text/xml' };
    t.is((await server.call('/DATACARD/14%3A1/', { method: 'POST', body, headers })).status, 200);
    const as = await tokenFor(server.store, '1:1');
    t.is((await assign(server, 'key', { uses: 3 }, { as })).status, 200);
    t.deepEqual(await assigned(server), { '4:1': 3 });
  },
);

test('concurrent repetitions make one change', withServer, async (t, server) => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => assign(server, 'key', { uses: 3 })));
  t.true(answers.every(({ status }) => status === 200));
  t.is(new Set(answers.map(({ text }) => text)).size, 1);
  t.deepEqual(await assigned(server), { '4:1': 3 });
  t.is((await changesOf(server.store, '14:1')).length, 1);
});

test('the same key for another request is a 409, and nothing changes', withServer, async (t, server) => {
  await assign(server, 'key', { uses: 3 });
  for (const other of [
    assign(server, 'key', { uses: 4 }),
    assign(server, 'key', { unlimited: 1 }),
    assign(server, 'key', { uses: 3, production_entity_uid: '4:2' }),
    assign(server, 'key', { uses: 3 }, { uid: '14:3' }),
    revoke(server, 'key', '4:1'),
  ]) {
    const { status, json } = await other;
    t.is(`${status} ${json.svcapi.error}`, '409 idempotency_key_reused');
  }
  t.deepEqual(await assigned(server), { '4:1': 3 });
  t.deepEqual(await assigned(server, '14:3'), { '4:1': 4 });
});

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

test('the key of a failed request can be used again, for the same or another one', withServer, async (t, server) => {
  t.is((await assign(server, 'key', { uses: 7 }, { uid: '14:3' })).status, 409);
  t.is((await revoke(server, 'other', '4:1', '14:3')).status, 200);
  t.is((await assign(server, 'key', { uses: 7 }, { uid: '14:3' })).status, 200);
  t.deepEqual(await assigned(server, '14:3'), { '4:1': 7 });
  t.is((await assign(server, 'more', { uses: 1000 })).status, 409);
  t.is((await assign(server, 'more', { uses: 1, production_entity_uid: '4:999' })).status, 404);
  t.is((await assign(server, 'more', { uses: 0 })).status, 400);
  t.is((await revoke(server, 'more', '4:1')).status, 404);
  t.is((await assign(server, 'more', { uses: 1 })).status, 200);
});

test('keys of different clients and characters are independent', withServer, async (t, server) => {
  await mayManage(server, '1:4', 1);
  await assign(server, 'key', { uses: 3 });
  for (const as of [
    await tokenFor(server.store, '1:1', undefined, { clientId: 'other' }),
    await tokenFor(server.store, '1:4'),
  ])
    t.is((await assign(server, 'key', { uses: 4 }, { as })).status, 200);
  t.deepEqual(await assigned(server), { '4:1': 11 });
});

test('a key outlives a restart', async (t) => {
  const database = await lastingDatabase(t, true);
  const before = await startServer({ database });
  const first = await assign(before, 'key', { uses: 3 });
  await before.close();
  const after = await startServer({ database });
  t.teardown(() => after.close());
  const again = await assign(after, 'key', { uses: 3 });
  t.is(again.status, 200);
  const amountIn = ({ json }: typeof first) => json.svcapi.assignments.assignment[0].newquantity;
  t.is(amountIn(again), amountIn(first));
  t.deepEqual(await assigned(after), { '4:1': 3 });
});

test('a key is 1 to 255 printable characters of ASCII, or a 400', withServer, async (t, server) => {
  for (const key of ['', 'x'.repeat(256), 'a\tb', 'schl\u00fcssel', '\u0080']) {
    for (const { status, json } of [await assign(server, key, { uses: 3 }), await revoke(server, key, '4:1', '14:3')]) {
      t.is(status, 400, key);
      t.like(json.svcapi, { error: 'invalid_parameter', parameter: 'Idempotency-Key' });
      t.regex(json.svcapi.error_message, /255/);
    }
  }
  t.deepEqual([await assigned(server), await assigned(server, '14:3')], [{}, { '4:1': 4 }]);
  for (const key of ['x'.repeat(255), '~', 'a key with spaces', '{"a":1}'])
    for (const _ of [1, 2]) t.is((await assign(server, key, { uses: 3 })).status, 200, key);
  t.deepEqual(await assigned(server), { '4:1': 12 });
  t.is((await server.call('/datacard/14:1', { headers: { 'Idempotency-Key': 'x'.repeat(256) } })).status, 200, 'reads');
});

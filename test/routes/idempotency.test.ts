import test from 'ava';
import { ask } from '../helpers/ask.js';
import { changesOf } from '../helpers/changes-of.js';
import { lastingDatabase } from '../helpers/database.js';
import { tokenFor } from '../helpers/galaxy.js';
import { loadRows } from '../helpers/load-rows.js';
import { type Server, startServer, withServer } from '../helpers/server.js';

const DAY = 86_400_000;
const WORKS = 'production_entity_uid=4:1';

/** Changes with a key; `uses=3` assigns of 14:1 to Ember Works (4:1), and any other line is sent as it is. */
function send(server: Server, key: string, change: string, as = server.token) {
  const line = change.includes(' ') ? change : `POST /datacard/14:1 ${WORKS}&${change}`;
  return ask(server, line, as, { 'Idempotency-Key': key });
}

const REVOKE = `DELETE /datacard/14:3?${WORKS}`;
const ASSIGN_3 = `POST /datacard/14:3 ${WORKS}&uses=`;

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
  for (const _ of [1, 2]) await ask(server, `POST /datacard/14:2 ${WORKS}&uses=3`);
  t.deepEqual(await assigned(server, '14:2'), { '4:1': 6 }, 'without a key, each call is a change');
  const first = await send(server, 'key', 'uses=3');
  t.is(first.status, 200);
  await send(server, 'another key', 'uses=10');
  t.like(await send(server, 'key', 'uses=3'), { status: 200, text: first.text });
  const body = '{"uses":3,"production_entity_uid":"4:1","ignored":true}';
  const other = await tokenFor(server.store, '1:1');
  t.is((await send(server, 'key', `POST /DATACARD/14%3A1/?format=xml ${body}`, other)).status, 200, 'in another way');
  t.deepEqual(await assigned(server), { '4:1': 13 });
  t.is((await changesOf(server.store, '14:1')).length, 2);

  const revoked = await send(server, 'revocation', REVOKE);
  t.is(revoked.status, 200);
  await send(server, 'one more', `${ASSIGN_3}2`);
  t.like(await send(server, 'revocation', REVOKE), { status: 200, text: revoked.text });
  t.deepEqual(await assigned(server, '14:3'), { '4:1': 2 });

  const unable = await tokenFor(server.store, '1:1', ['character_read']);
  t.is((await send(server, 'key', 'uses=3', unable)).status, 401, 'it needs the permission again');
  await mayManage(server, '1:1', 0);
  t.is((await send(server, 'key', 'uses=3')).status, 404, 'and the right');
  t.is((await send(server, 'revocation', REVOKE)).status, 404);
});

test('of calls with one key at once, only one is made', withServer, async (t, server) => {
  const same = await Promise.all(Array.from({ length: 12 }, () => send(server, 'same', 'uses=3')));
  t.deepEqual([...new Set(same.map(({ status, text }) => `${status} ${text}`))], [`200 ${same[0]?.text}`]);
  t.deepEqual(await assigned(server), { '4:1': 3 });
  t.is((await changesOf(server.store, '14:1')).length, 1);
  const amounts = Array.from({ length: 12 }, (_, index) => index + 1);
  const answers = await Promise.all(amounts.map((uses) => send(server, 'key', `uses=${uses}`)));
  const made = amounts.filter((_, index) => answers[index]?.status === 200);
  t.is(made.length, 1);
  t.is(answers.filter(({ json }) => json.svcapi.error === 'idempotency_key_reused').length, 11);
  t.deepEqual(await assigned(server), { '4:1': 3 + (made[0] ?? 0) });
});

test('the same key for another request is a 409, and that of a failed one is free', withServer, async (t, server) => {
  await send(server, 'key', 'uses=3');
  const others = [
    'uses=4',
    'unlimited=1',
    `POST /datacard/14:1 uses=3&production_entity_uid=4:2`,
    `${ASSIGN_3}3`,
    REVOKE,
  ];
  for (const other of others) {
    const { status, json } = await send(server, 'key', other);
    t.is(`${status} ${json.svcapi.error}`, '409 idempotency_key_reused', other);
  }
  t.deepEqual([await assigned(server), await assigned(server, '14:3')], [{ '4:1': 3 }, { '4:1': 4 }]);
  for (const [change, status] of [
    [`${ASSIGN_3}7`, 409],
    ['uses=1000', 409],
    ['POST /datacard/14:1 production_entity_uid=4:999&uses=1', 404],
    ['uses=0', 400],
    [`DELETE /datacard/14:1?production_entity_uid=5:1`, 404],
    [REVOKE, 200],
    [`${ASSIGN_3}7`, 409],
  ] as const)
    t.is((await send(server, 'failed', change)).status, status, change);
});

test('a key holds for 24 hours and no longer', withServer, async (t, server) => {
  await send(server, 'key', 'uses=3');
  server.time.now += DAY;
  t.is((await send(server, 'key', 'uses=4')).status, 409);
  await send(server, 'key', 'uses=3');
  t.deepEqual(await assigned(server), { '4:1': 3 });
  server.time.now += 1000;
  t.is((await send(server, 'key', 'uses=4')).status, 200);
  t.deepEqual(await assigned(server), { '4:1': 7 });
  t.is((await send(server, 'key', 'uses=3')).status, 409);
});

test('keys of different clients and characters are independent', withServer, async (t, server) => {
  await mayManage(server, '1:4', 1);
  await send(server, 'key', 'uses=3');
  const other = await tokenFor(server.store, '1:1', undefined, { clientId: 'other' });
  for (const as of [other, await tokenFor(server.store, '1:4')])
    t.is((await send(server, 'key', 'uses=4', as)).status, 200);
  t.deepEqual(await assigned(server), { '4:1': 11 });
});

test('a key outlives a restart', async (t) => {
  const database = await lastingDatabase(t, true);
  const before = await startServer({ database });
  const first = await send(before, 'key', 'uses=3');
  await before.close();
  const after = await startServer({ database });
  t.teardown(() => after.close());
  const again = await send(after, 'key', 'uses=3');
  t.is(again.status, 200);
  const amountIn = ({ json }: typeof first) => json.svcapi.assignments.assignment[0].newquantity;
  t.is(amountIn(again), amountIn(first));
  t.deepEqual(await assigned(after), { '4:1': 3 });
});

test('a key is 1 to 255 printable characters of ASCII, or a 400', withServer, async (t, server) => {
  for (const key of ['', 'x'.repeat(256), 'a\tb', 'schl\u00fcssel', '\u0080']) {
    for (const { status, json } of [await send(server, key, 'uses=3'), await send(server, key, REVOKE)]) {
      t.is(status, 400, key);
      t.like(json.svcapi, { error: 'invalid_parameter', parameter: 'Idempotency-Key' });
    }
  }
  t.deepEqual([await assigned(server), await assigned(server, '14:3')], [{}, { '4:1': 4 }]);
  for (const key of ['x'.repeat(255), '~', 'a key with spaces', '{"a":1}'])
    for (const _ of [1, 2]) t.is((await send(server, key, 'uses=3')).status, 200, key);
  t.deepEqual(await assigned(server), { '4:1': 12 });
  t.is((await send(server, 'x'.repeat(256), 'GET /datacard/14:1')).status, 200, 'reads');
});

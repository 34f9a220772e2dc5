import test from 'ava';
import { ask } from '../helpers/ask.js';
import { changesOf } from '../helpers/changes-of.js';
import { lastingDatabase } from '../helpers/database.js';
import { tokenFor } from '../helpers/galaxy.js';
import { loadRows } from '../helpers/load-rows.js';
import { type Server, startServer, withServer } from '../helpers/server.js';

const DAY = 86_400_000;
const WORKS = 'production_entity_uid=4:1';
const REVOKE = `DELETE /datacard/14:3?${WORKS}`;
const ASSIGN_3 = `POST /datacard/14:3 ${WORKS}&uses=`;

/** Changes with a key; `uses=3` assigns of 14:1 to Ember Works (4:1), and any other line is sent as it is. */
function send(server: Server, key: string, change: string, as = server.token) {
  const line = change.includes(' ') ? change : `POST /datacard/14:1 ${WORKS}&${change}`;
  return ask(server, line, as, { 'Idempotency-Key': key });
}

/** Returns the uses of a datacard at Ember Works. */
async function assigned({ store }: Server, uid = '14:1') {
  return (await store.datacards.assignments(uid)).find(({ location }) => location.uid === '4:1')?.uses ?? 0;
}

/** Lets a character manage the datacards of the Guild, or see them only. */
const mayManage = ({ store }: Server, character_uid: string, can_manage_datacards: 0 | 1) => {
  const rights = { is_primary: 1, can_view_datacards: 1, can_manage_datacards } as const;
  return loadRows(store, 'membership', [{ character_uid, faction_uid: '20:1', ...rights }]);
};

test('a change that is repeated gets the first answer and changes nothing', withServer, async (t, server) => {
  for (const _ of [1, 2]) await ask(server, `POST /datacard/14:2 ${WORKS}&uses=3`);
  t.is(await assigned(server, '14:2'), 6, 'without a key, each call is a change');
  const first = await send(server, 'key', 'uses=3');
  t.is(first.status, 200);
  await send(server, 'another key', 'uses=10');
  t.like(await send(server, 'key', 'uses=3'), { status: 200, text: first.text });
  const body = '{"uses":3,"production_entity_uid":"4:1","ignored":true}';
  const other = await tokenFor(server.store, '1:1');
  t.is((await send(server, 'key', `POST /DATACARD/14%3A1/?format=xml ${body}`, other)).status, 200, 'in another way');
  t.is(await assigned(server), 13);
  t.is((await changesOf(server.store, '14:1')).length, 2);

  const revoked = await send(server, 'revocation', REVOKE);
  t.is(revoked.status, 200);
  await send(server, 'one more', `${ASSIGN_3}2`);
  t.like(await send(server, 'revocation', REVOKE), { status: 200, text: revoked.text });
  t.is(await assigned(server, '14:3'), 2);

  const unable = await tokenFor(server.store, '1:1', ['character_read']);
  t.is((await send(server, 'key', 'uses=3', unable)).status, 401, 'it needs the permission again');
  await mayManage(server, '1:1', 0);
  t.is((await send(server, 'key', 'uses=3')).status, 404, 'and the right');
  t.is((await send(server, 'revocation', REVOKE)).status, 404);
});

test('of calls with one key at once, only one is made', withServer, async (t, server) => {
  const same = await Promise.all(Array.from({ length: 12 }, () => send(server, 'same', 'uses=3')));
  t.deepEqual([...new Set(same.map(({ status, text }) => `${status} ${text}`))], [`200 ${same[0]?.text}`]);
  t.is(await assigned(server), 3);
  t.is((await changesOf(server.store, '14:1')).length, 1);
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((uses) => send(server, 'key', `uses=${uses}`)));
  t.is(answers.filter(({ json }) => json.svcapi.error === 'idempotency_key_reused').length, 5);
  const made = answers.findIndex(({ status }) => status === 200);
  t.is(await assigned(server), 3 + made + 1);
});

test('the same key for another request is a 409, and that of a failed one is free', withServer, async (t, server) => {
  await send(server, 'key', 'uses=3');
  const elsewhere = 'POST /datacard/14:1 uses=3&production_entity_uid=4:2';
  for (const other of ['uses=4', 'unlimited=1', elsewhere, `${ASSIGN_3}3`, REVOKE]) {
    const { status, json } = await send(server, 'key', other);
    t.is(`${status} ${json.svcapi.error}`, '409 idempotency_key_reused', other);
  }
  t.deepEqual([await assigned(server), await assigned(server, '14:3')], [3, 4]);
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

test('a key outlives a restart, and holds for 24 hours and no longer', async (t) => {
  const database = await lastingDatabase(t, true);
  const before = await startServer({ database });
  const first = await send(before, 'key', 'uses=3');
  await before.close();
  const server = await startServer({ database });
  t.teardown(() => server.close());
  const again = await send(server, 'key', 'uses=3');
  const amountIn = ({ json }: typeof first) => json.svcapi.assignments.assignment[0].newquantity;
  t.deepEqual([again.status, amountIn(again)], [200, amountIn(first)]);
  server.time.now += DAY;
  t.is((await send(server, 'key', 'uses=4')).status, 409);
  t.is(await assigned(server), 3);
  server.time.now += 1000;
  t.is((await send(server, 'key', 'uses=4')).status, 200);
  t.is((await send(server, 'key', 'uses=3')).status, 409);
  t.is(await assigned(server), 7);
});

test('keys of different clients and characters are independent', withServer, async (t, server) => {
  await mayManage(server, '1:4', 1);
  await send(server, 'key', 'uses=3');
  const other = await tokenFor(server.store, '1:1', undefined, { clientId: 'other' });
  for (const as of [other, await tokenFor(server.store, '1:4')])
    t.is((await send(server, 'key', 'uses=4', as)).status, 200);
  t.is(await assigned(server), 11);
});

test('a key is 1 to 255 printable characters of ASCII, or a 400', withServer, async (t, server) => {
  for (const key of ['', 'x'.repeat(256), 'a\tb', 'schl\u00fcssel', '\u0080']) {
    for (const { status, json } of [await send(server, key, 'uses=3'), await send(server, key, REVOKE)]) {
      t.is(status, 400, key);
      t.like(json.svcapi, { error: 'invalid_parameter', parameter: 'Idempotency-Key' });
    }
  }
  t.deepEqual([await assigned(server), await assigned(server, '14:3')], [0, 4]);
  for (const key of ['x'.repeat(255), '~', 'a key with spaces', '{"a":1}'])
    for (const _ of [1, 2]) t.is((await send(server, key, 'uses=3')).status, 200, key);
  t.is(await assigned(server), 12);
  t.is((await send(server, 'x'.repeat(256), 'GET /datacard/14:1')).status, 200, 'reads');
});

import test from 'ava';
import { changesOf } from '../helpers/changes-of.js';
import { form } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

const shared = sharedServer({ rateLimit: 10_000 });

const CREDIT_LOG = '/character/1:1/creditlog';
const EVENTS = '/events/personal';

const meant: [path: string, name: string, meant: string][] = [
  [CREDIT_LOG, 'Item_Count', 'item_count'],
  [CREDIT_LOG, 'itemCount', 'item_count'],
  [CREDIT_LOG, 'item-count', 'item_count'],
  [CREDIT_LOG, 'item_count[]', 'item_count'],
  [CREDIT_LOG, 'itm_cuont', 'item_count'],
  [CREDIT_LOG, 'item_counts', 'item_count'],
  [CREDIT_LOG, 'limit', 'item_count'],
  [CREDIT_LOG, 'count', 'item_count'],
  [CREDIT_LOG, 'page', 'start_index'],
  [CREDIT_LOG, 'startIndex', 'start_index'],
  [CREDIT_LOG, 'start_idx', 'start_id'],
  [EVENTS, 'limit', 'item_count'],
  [EVENTS, 'page', 'start_index'],
  [EVENTS, 'startTime', 'start_time'],
  [EVENTS, 'since', 'start_time'],
];

for (const [path, name, parameter] of meant) {
  test(`${path} asks for ${parameter} in place of ${name}`, async (t) => {
    const { call } = await shared();
    const { status, json } = await call(`${path}?${encodeURIComponent(name)}=2`);
    t.is(status, 400);
    t.is(json.svcapi.error, 'invalid_parameter');
    t.is(json.svcapi.parameter, parameter);
    t.true(json.svcapi.error_message.includes(`did you mean “${parameter}”`), json.svcapi.error_message);
  });
}

const foreign = ['language', '_', 'callback', 'v', 'access_token', 'start_page', 'item%07count', '__proto__', ''];

for (const name of foreign) {
  test(`${CREDIT_LOG} ignores the parameter “${name}”`, async (t) => {
    const { call } = await shared();
    const { status, json } = await call(`${CREDIT_LOG}?${name}=2&item_count=1`);
    t.is(status, 200);
    t.is(json.svcapi.transactions.attributes.count, 1);
  });
}

test('a route without parameters ignores all', async (t) => {
  const { call } = await shared();
  t.is((await call('/character/1:1?limit=2&page=3')).status, 200);
});

test('a misspelt parameter is named in XML, too', async (t) => {
  const { call } = await shared();
  const { status, text } = await call(`${CREDIT_LOG}.xml?limit=2`);
  t.is(status, 400);
  t.regex(text, /did you mean “item_count”/);
});

const assigned = { production_entity_uid: '4:1' };

for (const [name, parameter] of [
  ['Uses', 'uses'],
  ['use', 'uses'],
  ['quantity', 'uses'],
  ['unlimitted', 'unlimited'],
] as const) {
  test(`an assignment asks for ${parameter} in place of ${name}`, async (t) => {
    const { call, store } = await shared();
    const before = await changesOf(store, '14:2');
    const { status, json } = await call('/datacard/14:2', form({ ...assigned, uses: 1, [name]: 1 }));
    t.is(status, 400);
    t.true(json.svcapi.error_message.includes(`did you mean “${parameter}”`), json.svcapi.error_message);
    t.deepEqual(await changesOf(store, '14:2'), before);
  });
}

test('uses in the query of an assignment belong in its body', async (t) => {
  const { call } = await shared();
  const { status, json } = await call('/datacard/14:2?uses=5', form({ ...assigned, uses: 1 }));
  t.is(status, 400);
  t.regex(json.svcapi.error_message, /^uses: Send it in the body/);
});

test('an assignment in JSON that is labelled as a form is told its type', async (t) => {
  const { call } = await shared();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = JSON.stringify({ ...assigned, uses: 1 });
  const { status, json } = await call('/datacard/14:2', { method: 'POST', headers, body });
  t.is(status, 400);
  t.regex(json.svcapi.error_message, /send it as application\/json/);
});

for (const at of ['query', 'body']) {
  test(`a revocation asks for its entity by the right name in its ${at}`, async (t) => {
    const { call } = await shared();
    const name = 'productionEntityUid';
    const init = at === 'body' ? { ...form({ [name]: '4:1' }), method: 'DELETE' } : { method: 'DELETE' };
    const { status, json } = await call(`/datacard/14:3${at === 'query' ? `?${name}=4:1` : ''}`, init);
    t.is(status, 400);
    t.true(json.svcapi.error_message.includes('did you mean “production_entity_uid”'), json.svcapi.error_message);
  });
}

test('thousands of foreign names are ignored', async (t) => {
  const { call } = await shared();
  const names = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`n${index}`, 1]));
  const body = JSON.stringify({ ...names, cgt: 'Y12D3' });
  const headers = { 'Content-Type': 'application/json' };
  t.is((await call('/api/time', { method: 'POST', headers, body })).status, 200);
});

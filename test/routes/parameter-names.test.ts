import test from 'ava';
import { changesOf } from '../helpers/changes-of.js';
import { form } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer({ rateLimit: 10_000 });

const CREDIT_LOG = '/character/1:1/creditlog';
const EVENTS = '/events/personal';
const CARD = '/datacard/14:2';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const assigned = { production_entity_uid: '4:1', uses: 1 };
const revoke = (path: string, init = {}) => server.call(path, { method: 'DELETE', ...init });

/** The names that clients send in place of a parameter. */
const meant: Record<string, Record<string, string[]>> = {
  [CREDIT_LOG]: {
    item_count: ['Item_Count', 'itemCount', 'item-count', 'item_count[]', 'itm_cuont', 'item_counts', 'limit', 'count'],
    start_index: ['page', 'startIndex'],
    start_id: ['start_idx'],
  },
  [EVENTS]: { item_count: ['limit'], start_index: ['page'], start_time: ['startTime', 'since'] },
  [CARD]: { uses: ['Uses', 'use', 'quantity'], unlimited: ['unlimitted'] },
};

for (const [path, parameters] of Object.entries(meant)) {
  for (const [parameter, names] of Object.entries(parameters)) {
    test(`${path} asks for ${parameter} in place of ${names.join(', ')}`, async (t) => {
      for (const name of names) {
        const sent = `${path}?${encodeURIComponent(name)}=2`;
        const { status, json } = await (path === CARD
          ? server.call(path, form({ ...assigned, [name]: 1 }))
          : server.call(sent));
        t.is(status, 400, name);
        t.like(json.svcapi, { error: 'invalid_parameter', parameter }, name);
        t.true(json.svcapi.error_message.includes(`did you mean “${parameter}”`), json.svcapi.error_message);
      }
      t.deepEqual(await changesOf(server.store, '14:2'), []);
    });
  }
}

test('foreign parameters are ignored, and all of them by a route without parameters', async (t) => {
  const foreign = ['language', '_', 'callback', 'v', 'access_token', 'start_page', 'item%07count', '__proto__', ''];
  for (const name of foreign) {
    const { status, json } = await server.call(`${CREDIT_LOG}?${name}=2&item_count=1`);
    t.is(status, 200, name);
    t.is(json.svcapi.transactions.attributes.count, 1, name);
  }
  t.is((await server.call('/character/1:1?limit=2&page=3')).status, 200);
  const names = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`n${index}`, 1]));
  const body = JSON.stringify({ ...names, cgt: 'Y12D3' });
  t.is((await server.call('/api/time', { method: 'POST', headers: JSON_TYPE, body })).status, 200, 'thousands, too');
});

const told: [what: string, answer: () => ReturnType<typeof revoke>, message: RegExp][] = [
  ['a misspelt parameter in XML', () => server.call(`${CREDIT_LOG}.xml?limit=2`), /did you mean “item_count”/],
  ['uses in the query', () => server.call(`${CARD}?uses=5`, form(assigned)), /uses: Send it in the body/],
  [
    'JSON that is labelled as a form',
    () => server.call(CARD, { ...form({}), body: new URLSearchParams([[JSON.stringify(assigned), '']]) }),
    /send it as application\/json/,
  ],
  [
    'a misspelt entity in a query',
    () => revoke('/datacard/14:3?productionEntityUid=4:1'),
    /did you mean “production_entity_uid”/,
  ],
  [
    'a misspelt entity in a body',
    () => revoke('/datacard/14:3', { body: new URLSearchParams({ productionEntityUid: '4:1' }) }),
    /did you mean “production_entity_uid”/,
  ],
];

for (const [what, answer, message] of told) {
  test(`${what} is a 400 that says what to send`, async (t) => {
    const { status, text } = await answer();
    t.is(status, 400);
    t.regex(text, message);
  });
}

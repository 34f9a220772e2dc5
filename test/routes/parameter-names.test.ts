import test from 'ava';
import { ask, type Case, expectAnswers } from '../helpers/ask.js';
import { changesOf } from '../helpers/changes-of.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer({ rateLimit: 10_000 });

const LOG = 'GET /character/1:1/creditlog?';
const EVENTS = 'GET /events/personal?';
const ASSIGN = 'POST /datacard/14:2 production_entity_uid=4:1&uses=1&';
const REVOKE = 'DELETE /datacard/14:3';

/** The names that clients send in place of a parameter. */
const meant: [start: string, parameter: string, names: string][] = [
  [LOG, 'item_count', 'Item_Count itemCount item-count item_count%5B%5D itm_cuont item_counts limit count'],
  [LOG, 'start_index', 'page startIndex'],
  [LOG, 'start_id', 'start_idx'],
  [EVENTS, 'item_count', 'limit'],
  [EVENTS, 'start_index', 'page'],
  [EVENTS, 'start_time', 'startTime since'],
  [ASSIGN, 'uses', 'Uses use quantity'],
  [ASSIGN, 'unlimited', 'unlimitted'],
  [`${REVOKE}?`, 'production_entity_uid', 'productionEntityUid'],
  [`${REVOKE} `, 'production_entity_uid', 'productionEntityUid'],
];

test('a parameter with another name is a 400 that asks for the one that is meant', async (t) => {
  for (const [start, parameter, names] of meant) {
    for (const name of names.split(' ')) {
      const { status, json } = await ask(server, `${start}${name}=2`);
      t.is(status, 400, name);
      t.like(json.svcapi, { error: 'invalid_parameter', parameter }, name);
      t.true(json.svcapi.error_message.includes(`did you mean “${parameter}”`), json.svcapi.error_message);
    }
  }
  for (const [line, message] of [
    [ASSIGN.replace('14:2 ', '14:2?uses=5 '), /uses: Send it in the body/],
    ['POST /datacard/14:2  {"production_entity_uid":"4:1","uses":1}', /send it as application\/json/],
  ] as const) {
    const { status, text } = await ask(server, line);
    t.is(status, 400);
    t.regex(text, message);
  }
  t.deepEqual(await changesOf(server.store, '14:2'), []);
});

test('foreign parameters are ignored, and all of them by a route without parameters', async (t) => {
  const foreign = ['language', '_', 'callback', 'v', 'access_token', 'start_page', 'item%07count', '__proto__', ''];
  const one = { transactions: { attributes: { count: 1 } } };
  const names = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`n${index}`, 1]));
  await expectAnswers(t, server, [
    ...foreign.map((name): Case => [`${LOG}${name}=2&item_count=1`, 200, one]),
    ['GET /character/1:1?limit=2&page=3', 200],
    [`POST /api/time ${JSON.stringify({ ...names, cgt: 'Y12D3' })}`, 200],
  ]);
});

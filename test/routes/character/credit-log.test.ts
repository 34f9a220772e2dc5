import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { loadRows } from '../../helpers/load-rows.js';
import { envelope, moment, ref } from '../../helpers/payload.js';
import { sharedServer } from '../../helpers/shared-server.js';

/** The ids of Hana's transactions: those of the small galaxy, and what is added for her. */
const ids = Array.from({ length: 2500 }, (_, index) => index + 1).concat([2510, 2600, 2601, 2602, 9000]);

/** Those that are added, with gaps between their ids: some to oneself, which are sender and receiver at once, and some of others. */
const added: [id: number, sender_uid: string, receiver_uid: string][] = [
  [2510, '1:1', '1:4'],
  ...[2600, 2601, 2602].map((id): [number, string, string] => [id, '1:1', '1:1']),
  ...[2505, 2603, 8999].map((id): [number, string, string] => [id, '1:4', '20:2']),
  [9000, '20:2', '1:1'],
];

const server = sharedServer({ rateLimit: 1_000_000 }, ({ store }) =>
  loadRows(
    store,
    'transaction',
    added.map(([id, sender_uid, receiver_uid]) => ({
      ...{ id, time: NOW - 10_000 + id, amount: id, sender_uid, receiver_uid, communication: '' },
    })),
  ),
);

interface Page {
  start_id?: number;
  start_index?: number;
  item_count?: number;
}

/** Returns the page by wire.md, “Credit log”, on a plain list. */
function modelPage({ start_id = 0, start_index = 1, item_count = 50 }: Page) {
  const run = start_id === 0 ? ids.slice(-1000) : ids.filter((id) => id >= start_id).slice(0, 1000);
  const start = Math.max(start_index, 1);
  const shown = run.toReversed().slice(start - 1, start - 1 + item_count);
  return { attributes: { start, total: run.length, count: shown.length }, ids: shown };
}

/** Reads a page of Hana's credit log. */
async function readPage(page: Page) {
  const query = Object.entries(page).map(([name, value]) => `${name}=${value}`);
  const { status, json } = await server.call(`/character/1:1/creditlog?${query.join('&')}`);
  assert.equal(status, 200);
  const { attributes, transaction } = json.svcapi.transactions;
  const shown = transaction.map((each: { attributes: { transaction_id: number } }) => each.attributes.transaction_id);
  return { attributes, ids: shown };
}

test('a page of transactions in full', async (t) => {
  const { status, json } = await server.call(
    '/character/hana%20veil/creditlog?start_id=2499&item_count=2&start_index=6',
  );
  t.is(status, 200);
  const hana = ref(server.url, 'character', '1:1', 'Hana Veil');
  const guild = ref(server.url, 'faction', '20:1', 'The Lantern Guild');
  t.deepEqual(
    json,
    envelope('character_creditlog', '/ws/v2.0/character/hana%20veil/creditlog', {
      transactions: {
        attributes: { start: 6, total: 7, count: 2 },
        transaction: [
          {
            attributes: { transaction_id: 2500 },
            time: moment(25, 203, 1, 54, 59, '1718528099'),
            amount: 79,
            sender: guild,
            receiver: hana,
            communication: 'Lot 2500',
          },
          {
            attributes: { transaction_id: 2499 },
            time: moment(25, 203, 1, 54, 58, '1718528098'),
            amount: 78,
            sender: hana,
            receiver: guild,
            communication: 'Lot 2499',
          },
        ],
      },
    }),
  );
});

const pages: [string, Page][] = [
  ['unasked: the newest 50 of the newest 1000', {}],
  ['start_id 0: the newest 1000', { start_id: 0, item_count: 1000 }],
  ['start_id 1: the oldest 1000', { start_id: 1, item_count: 1000 }],
  ['start_id in the middle: the oldest 1000 from there', { start_id: 1200, item_count: 1000 }],
  ['start_id so late that fewer are left', { start_id: 2400, item_count: 1000 }],
  ['start_id in a gap', { start_id: 2501, item_count: 1000 }],
  ['start_id of the newest', { start_id: 9000 }],
  ['start_id past the end', { start_id: 9001 }],
  ['start_id far past the end', { start_id: Number.MAX_SAFE_INTEGER }],
  ['start_index 0, which is 1', { start_index: 0, item_count: 3 }],
  ['start_index 1', { start_index: 1, item_count: 3 }],
  ['the second page', { start_index: 51 }],
  ['the last item', { start_index: 1000, item_count: 1000 }],
  ['start_index past the end', { start_index: 1001 }],
  ['start_index far past the end', { start_index: Number.MAX_SAFE_INTEGER }],
  ['one item', { item_count: 1 }],
  ['start_index and item_count within an old run', { start_id: 700, start_index: 990, item_count: 20 }],
];

for (const [what, page] of pages) {
  test(what, async (t) => {
    t.deepEqual(await readPage(page), modelPage(page));
  });
}

test('the pages of a run add up to the run', async (t) => {
  const seen: number[] = [];
  for (let start_index = 1; start_index <= 1000; start_index += 300) {
    seen.push(...(await readPage({ start_id: 300, start_index, item_count: 300 })).ids);
  }
  t.deepEqual(seen.toReversed(), ids.filter((id) => id >= 300).slice(0, 1000));
});

test('a transfer to oneself is in the log once', async (t) => {
  const { attributes, ids } = await readPage({ start_id: 2600, item_count: 10 });
  t.deepEqual(ids, [9000, 2602, 2601, 2600]);
  t.is(attributes.total, 4);
});

test('any page matches the model', async (t) => {
  const page = fc.record(
    {
      start_id: fc.oneof(fc.constantFrom(0, 1), fc.nat(2700), fc.nat(10_000)),
      start_index: fc.oneof(fc.nat(1100), fc.constantFrom(0, 1, 1000)),
      item_count: fc.integer({ min: 1, max: 1000 }),
    },
    { requiredKeys: [] },
  );
  const property = fc.asyncProperty(page, async (page) => {
    assert.deepEqual(await readPage(page), modelPage(page));
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 60 }));
});

const values = ['', '-1', 'one', '1.5', '1e2', '0x10', 'NaN', '9007199254740992', '%20', '1,2', '1'.padStart(65, '0')];
const invalid: Record<string, string[]> = {
  start_id: [...values, '1&start_id=1'],
  start_index: [...values, '1&start_index=x'],
  item_count: [...values, '0', '1001', '1&item_count=2'],
};

for (const [parameter, wrong] of Object.entries(invalid)) {
  test(`${parameter} is a whole number within its bounds, or a 400`, async (t) => {
    for (const value of wrong) {
      const { status, json } = await server.call(`/character/1:1/creditlog?${parameter}=${value}`);
      t.is(status, 400, value);
      t.like(json.svcapi, { error: 'invalid_parameter', parameter });
      t.regex(json.svcapi.error_message, /whole number from/);
    }
  });
}

test('the bounds of each parameter are accepted', async (t) => {
  for (const query of ['item_count=1000', 'item_count=1', 'start_index=0', 'start_id=0', 'item_count=007', 'other=x']) {
    t.is((await server.call(`/character/1:1/creditlog?${query}`)).status, 200);
  }
});

const readers: [string, string, string, number][] = [
  ['its own character', '1:1', '1:1', 200],
  ['its own character, by name', '1:1', 'HANA%20VEIL', 200],
  ['a partner in trade', '1:4', '1:1', 404],
  ['a member of the same faction', '1:2', '1:1', 404],
  ['anybody, of a character that is not there', '1:1', '1:999', 404],
  ['anybody, of a name that is not there', '1:1', 'nobody', 404],
];

for (const [who, characterUid, uid, expected] of readers) {
  test(`a credit log is a ${expected} for ${who}`, async (t) => {
    const headers = { Authorization: `Bearer ${await tokenFor(server.store, characterUid, ['character_credits'])}` };
    const { status, json } = await server.call(`/character/${uid}/creditlog`, { headers });
    t.is(status, expected);
    if (expected === 404) t.is(json.svcapi.error, 'not_found');
  });
}

test('a character without transactions has an empty log', async (t) => {
  const headers = { Authorization: `Bearer ${await tokenFor(server.store, '1:3')}` };
  const { status, json } = await server.call('/character/1:3/creditlog', { headers });
  t.is(status, 200);
  t.deepEqual(json.svcapi, { transactions: { attributes: { start: 1, total: 0, count: 0 }, transaction: [] } });
});

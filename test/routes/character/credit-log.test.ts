import assert from 'node:assert/strict';
import test from 'ava';
import { type Case, expectAnswers } from '../../helpers/ask.js';
import { NOW } from '../../helpers/galaxy.js';
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
  const path = '/character/hana%20veil/creditlog';
  const { status, json } = await server.call(`${path}?start_id=2499&item_count=2&start_index=6`);
  t.is(status, 200);
  const hana = ref(server.url, 'character', '1:1', 'Hana Veil');
  const guild = ref(server.url, 'faction', '20:1', 'The Lantern Guild');
  const attributes = { start: 6, total: 7, count: 2 };
  const lot = (id: number, secs: number, unix: string, amount: number) => ({
    ...{ attributes: { transaction_id: id }, time: moment(25, 203, 1, 54, secs, unix), amount },
    ...(id % 2 === 0 ? { sender: guild, receiver: hana } : { sender: hana, receiver: guild }),
    communication: `Lot ${id}`,
  });
  const transaction = [lot(2500, 59, '1718528099', 79), lot(2499, 58, '1718528098', 78)];
  t.deepEqual(json, envelope('character_creditlog', `/ws/v2.0${path}`, { transactions: { attributes, transaction } }));
});

const far = Number.MAX_SAFE_INTEGER;

/** The newest 50 of the newest 1000, the newest and the oldest 1000, runs that begin in a gap and past the end, and all bounds. */
const pages: Page[] = [
  ...[{}, { start_id: 0, item_count: 1000 }, { start_id: 1, item_count: 1000 }, { start_id: 1200, item_count: 1000 }],
  ...[2400, 2501, 2600, 9000, 9001, far].map((start_id) => ({ start_id, item_count: 1000 })),
  ...[0, 1, 51, 1000, 1001, far].map((start_index) => ({ start_index, item_count: 3 })),
  ...[{ item_count: 1 }, { start_id: 700, start_index: 990, item_count: 20 }],
];

test('a page is one of the run that begins at start_id, and a transfer to oneself is in the log once', async (t) => {
  for (const page of pages) t.deepEqual(await readPage(page), modelPage(page), JSON.stringify(page));
  t.deepEqual(modelPage({ start_id: 2600 }).ids, [9000, 2602, 2601, 2600]);
});

const values = ['', '-1', 'one', '1.5', '1e2', '0x10', 'NaN', '9007199254740992', '%20', '1,2', '1'.padStart(65, '0')];
const invalid: Record<string, string[]> = {
  start_id: [...values, '1&start_id=1'],
  start_index: [...values, '1&start_index=x'],
  item_count: [...values, '0', '1001', '1&item_count=2'],
};

test('each parameter is a whole number within its bounds, or a 400', async (t) => {
  const refused = Object.entries(invalid).flatMap(([parameter, wrong]) =>
    wrong.map((value): Case => {
      return [`GET /character/1:1/creditlog?${parameter}=${value}`, 400, { error: 'invalid_parameter', parameter }];
    }),
  );
  const accepted = ['item_count=1000', 'item_count=1', 'start_index=0', 'start_id=0', 'item_count=007', 'other=x'];
  await expectAnswers(t, server, [
    ...refused,
    ...accepted.map((query): Case => [`GET /character/1:1/creditlog?${query}`, 200]),
  ]);
});

test('a credit log is for its own character only', async (t) => {
  await expectAnswers(t, server, [
    ['GET /character/HANA%20VEIL/creditlog', 200, undefined, ['1:1', 'character_credits']],
    ['GET /character/1:3/creditlog', 200, { transactions: { attributes: { start: 1, total: 0, count: 0 } } }, ['1:3']],
    // A partner in trade, a member of the same faction, and of one that is not there.
    ['GET /character/1:1/creditlog', 404, 'not_found', ['1:4']],
    ['GET /character/1:1/creditlog', 404, 'not_found', ['1:2']],
    ['GET /character/1:999/creditlog', 404, 'not_found'],
    ['GET /character/nobody/creditlog', 404, 'not_found'],
  ]);
});

import { Readable } from 'node:stream';
import test from 'ava';
import type { RecordType } from '../../src/model/index.js';
import {
  ImportRefused,
  type ImportResult,
  importRecords,
  newResult,
  UnreadableSource,
} from '../../src/transfer/import.js';
import { emptyStore, onPostgres } from '../helpers/database.js';
import { factions, file, galaxy, importAll, lines, NOW, send, storeWith } from './galaxy.js';

/** What a galaxy counts as, where each record had the same fate. */
function allOf(records: readonly { kind: RecordType }[], fate: 'added' | 'unchanged'): ImportResult {
  const result = newResult();
  for (const { kind } of records) {
    result.types[kind].read += 1;
    result.types[kind][fate] += 1;
  }
  return result;
}

test('stores a record of every kind', async (t) => {
  const store = await emptyStore(t);
  t.deepEqual(await send(store, [...galaxy]), { refused: [], result: allOf(galaxy, 'added') });
});

test('every bad line is reported with its number, unreadable ones first, and nothing is stored', async (t) => {
  const store = await emptyStore(t);
  const records: (object | string)[] = factions(1300);
  const unreadable: [line: number, record: object | string, reason: RegExp][] = [
    [1, { kind: 'faction', uid: '20:1' }, /^name is missing$/],
    [400, 'nonsense', /^it is not JSON/],
    [503, { kind: 'faction', uid: '20:503', name: '' }, /^name is blank$/],
    [504, '{"kind":"faction","uid":"20:504","name":"\xff"}', /^it is not valid UTF-8; convert it with iconv$/],
  ];
  const contradicting: typeof unreadable = [
    [
      ...([500, { kind: 'faction', uid: '20:500', name: ' f3 ' }] as const),
      /^20:500 “ f3 ” has the name of 20:3 “F3” \(big\.ndjson, line 3\); change one of them$/,
    ],
    [1300, { kind: 'entity', uid: '4:1', name: 'x', owner: '1:99' }, /^4:1 “x” refers to 1:99, which is neither in /],
  ];
  for (const [line, record] of [...unreadable, ...contradicting]) records[line - 1] = record;
  records[700] = '';
  records[701] = ' \r';
  // It has the name of line 1300, which is another record now.
  records[1] = { kind: 'faction', uid: '20:2', name: 'F1300' };

  const { refused, result } = await importAll(
    store,
    file(Buffer.from(lines(...records), 'latin1'), 'big.ndjson', 1000),
  );
  const expected = [...unreadable, ...contradicting];
  t.deepEqual(
    refused.map(({ source, line }) => [source, line]),
    expected.map(([line]) => ['big.ndjson', line]),
  );
  for (const [index, [, , reason]] of expected.entries()) t.regex(refused[index]?.reason ?? '', reason);
  t.true(result instanceof ImportRefused);
  t.is((result as Error).message, '6 of 1298 records were refused, so nothing was kept.');
  t.true(await store.metadata.isEmpty());
});

test('of a record that comes twice, however far apart, the last one holds, and the order of others does not matter', async (t) => {
  const store = await emptyStore(t);
  let isKept = false;
  const twice = [
    { kind: 'entity', uid: '4:1', name: 'Yard', owner: '20:4600' },
    ...galaxy,
    ...factions(4500, 101),
    { kind: 'faction', uid: '20:7', name: 'Second' },
    { ...galaxy[6], assignments: [{ location: '4:31', uses: 1 }] },
    { kind: 'event', uid: '39:1', removed: true },
    { kind: 'blacklist', address: '192.0.2.7', removed: true },
    galaxy[14],
  ];
  const { refused, result } = await send(store, twice, { onKept: () => (isKept = true) });
  t.deepEqual(refused, []);
  t.like(result, {
    types: {
      faction: { read: 4502, added: 4501, repeated: 1 },
      datacard: { added: 1, repeated: 1 },
      event: { read: 2, added: 0, removed: 0, repeated: 1 },
      blacklist: { read: 3, added: 1, removed: 0, repeated: 2 },
    },
  });
  t.like(await store.entities.find('20:7'), { name: 'Second' });
  t.like(await store.entities.find('4:1'), { owner: { uid: '20:4600', name: 'F4600' } });
  t.like(await store.datacards.assignments('14:3'), [{ location: { uid: '4:31' }, uses: 1 }]);
  t.is(await store.events.find('39:1'), undefined);
  // PostgreSQL keeps all of it or nothing.
  t.is(isKept, !onPostgres);
});

test('thousands of bad lines are all reported, without being held until the end', async (t) => {
  const store = await emptyStore(t);
  const told: number[] = [];
  await importAll(store, file('{}\n'.repeat(3000), 'bad', 1000), {
    onRefused: ({ line }) => told.push(line),
    onProgress: (records) => t.true(records - told.length < 500),
  });
  t.deepEqual(
    told,
    Array.from({ length: 3000 }, (_, index) => index + 1),
  );
});

test('reasons are safe to print on a terminal', async (t) => {
  const store = await emptyStore(t);
  const records = [...galaxy.slice(0, 3), { ...galaxy[10], client: 'a\u009bb' }];
  const { refused } = await send(store, [...records]);
  t.regex(refused[0]?.reason ?? '', /refers to a\\u009bb, which/);
});

test('a file that has another number of records than its end record counts is refused whole', async (t) => {
  const store = await emptyStore(t);
  for (const [records, counted] of [
    [1, 2],
    [2, 1],
  ] as const) {
    const source = file(lines(...factions(records), { kind: 'end', records: counted }));
    const { result } = await importAll(store, source, { keepGoing: true });
    t.true(result instanceof UnreadableSource);
    t.is(
      (result as Error).message,
      `test.ndjson has ${records} records, but its end record counts ${counted}: some are missing or were added; write it again`,
    );
  }
  t.is(await store.entities.find('20:1'), undefined);
  const whole = [file(lines(...factions(1), '', { kind: 'end', records: 1 })), file(lines(galaxy[0] ?? ''), 'b')];
  t.like((await importAll(store, whole)).result, { types: { faction: { read: 2, added: 2 } }, unreadable: 0 });
});

test('a record after the end record is refused, and so is an end record without a number', async (t) => {
  const store = await emptyStore(t);
  const { refused } = await send(store, [
    ...factions(1),
    '{"kind":"end","records":1}',
    galaxy[0] ?? '',
    '{"kind":"end","records":2}',
  ]);
  const reason = 'it comes after the end record, which must be the last one; give each file its own argument';
  t.deepEqual(refused, [
    { source: 'test.ndjson', line: 3, reason },
    { source: 'test.ndjson', line: 4, reason },
  ]);
  t.deepEqual((await send(store, [...factions(1), '{"kind":"end"}'])).refused, [
    { source: 'test.ndjson', line: 2, reason: 'records is missing' },
  ]);
});

test('a file without an end record is refused where one is required', async (t) => {
  const store = await emptyStore(t);
  const whole = file(lines(...factions(1), '{"kind":"end","records":1}'));
  const { result } = await importAll(store, [whole, file(lines(...factions(1)), 'b')], { requireEnd: true });
  t.true(result instanceof UnreadableSource);
  t.regex((result as Error).message, /^b has no end record, so it may be cut short; .*--no-require-end$/);
  t.like((await importAll(store, whole, { requireEnd: true })).result, { types: { faction: { added: 1 } } });
});

test('events and transactions older than they are kept are skipped, and never arrive again', async (t) => {
  const store = await storeWith(t, ...galaxy.slice(0, 3));
  const old = NOW - 400 * 86_400 - 1;
  const dump = lines(
    { kind: 'event', uid: '39:1', receiver: '1:12', time: old, text: 'Old.' },
    { kind: 'event', uid: '39:2', receiver: '1:12', time: old + 1, text: 'Kept.' },
    { kind: 'transaction', id: 1, time: old, amount: 5, sender: '20:7', receiver: '1:12' },
  );
  const keep = { event: 400 * 86_400, transaction: 500 * 86_400 };
  const { refused, result } = await importAll(store, file(dump), { keep });
  t.deepEqual(refused, []);
  t.like(result, {
    types: {
      event: { read: 2, skipped: 1, added: 1, repeated: 0 },
      transaction: { read: 1, skipped: 0, added: 1 },
    },
  });
  const { last } = await store.arrivals.span();
  t.like((await importAll(store, file(dump), { keep })).result, { types: { event: { skipped: 1, unchanged: 1 } } });
  t.is((await store.arrivals.span()).last, last);
});

test('a transaction or an event that names what nobody knows is kept', async (t) => {
  const store = await storeWith(t, ...galaxy.slice(0, 3));
  const visits = [
    { kind: 'transaction', id: 1, time: NOW, amount: 5, sender: '1:98', receiver: '1:12' },
    { kind: 'transaction', id: 2, time: NOW, amount: 6, sender: '1:12', receiver: '5:9' },
    { kind: 'event', uid: '39:1', receiver: '1:99', time: NOW, text: 'Landed.' },
  ];
  const membership = { ...galaxy[3], character: '1:98' };
  const reason = `the membership 1:98, 20:7 refers to 1:98, which is removed (in no file); add its record, or leave this one out`;
  t.like((await send(store, [...visits, membership])).refused, [{ line: 4, reason }]);
  const { refused, result } = await send(store, [...visits], { sync: true });
  t.deepEqual(refused, []);
  const added = { transaction: { added: 2 }, event: { added: 1 } };
  t.like(result, { types: { character: { read: 0, added: 0, removed: 0 }, ...added } });
  const { transactions } = await store.creditLog.page('1:12', { startId: 0, startIndex: 1, itemCount: 50 });
  t.deepEqual(
    transactions.map(({ sender, receiver }) => [sender.name, receiver.name]),
    [
      ['Ines Marsh', 'unknown'],
      ['unknown', 'Ines Marsh'],
    ],
  );
  t.is(await store.characters.find('unknown'), undefined);
  const again = await send(store, [...visits]);
  t.like(again.result, { types: { transaction: { added: 0, unchanged: 2 } } });
  const arrived = await send(store, [{ kind: 'character', uid: '1:98', name: 'Vera' }]);
  t.like(arrived.result, { types: { character: { added: 1 } } });
  t.like(await store.characters.find('vera'), { uid: '1:98' });
});

test('an abort in the middle keeps nothing and throws its reason', async (t) => {
  const store = await emptyStore(t);
  const controller = new AbortController();
  const reason = new Error('enough');
  const { result } = await importAll(store, file(lines(...factions(5000)), 'f', 1000), {
    signal: controller.signal,
    onProgress: (records) => records > 2000 && controller.abort(reason),
  });
  t.is(result, reason);
  t.true(await store.metadata.isEmpty());
});

test('an abort ends the wait for a silent source', async (t) => {
  const store = await emptyStore(t);
  const controller = new AbortController();
  const reason = new Error('enough');
  const silent = new Readable({
    read() {
      setImmediate(() => controller.abort(reason));
    },
  });
  const { result } = await importAll(store, { name: 'silent', open: () => silent }, { signal: controller.signal });
  t.is(result, reason);
  t.true(silent.destroyed);
});

test('a source that fails undoes everything', async (t) => {
  const store = await emptyStore(t);
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from(lines(...factions(600)));
      throw new Error('The disk is gone.');
    })(),
    { objectMode: false },
  );
  const run = importRecords(store, [{ name: 'failing', open: () => failing }], { now: NOW, keepGoing: true });
  await t.throwsAsync(run, { message: 'The disk is gone.' });
  t.true(await store.metadata.isEmpty());
});

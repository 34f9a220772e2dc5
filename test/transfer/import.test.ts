import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import {
  type ImportOptions,
  ImportRefused,
  importRecords,
  type Source,
  UnreadableSource,
} from '../../src/transfer/import.js';
import { emptyStore, onPostgres } from '../helpers/database.js';
import { factions, file, galaxy, importAll, lines, NOW, send, storeWith } from './galaxy.js';

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

/** Factions with an end record that counts them, or another number. */
const ended = (records: number, counted = records) =>
  file(lines(...factions(records), { kind: 'end', records: counted }));
const unended = file(lines(...factions(1)), 'b.ndjson');

const notWhole: [sources: Source[], options: Partial<ImportOptions>, message: RegExp][] = [
  [[ended(1, 2)], {}, /^test\.ndjson has 1 records, but its end record counts 2: some are missing or were added; /],
  [[ended(2, 1)], {}, /^test\.ndjson has 2 records, but its end record counts 1: /],
  [
    [ended(1), unended],
    { requireEnd: true },
    /^b\.ndjson has no end record, so it may be cut short; .*--no-require-end$/,
  ],
  [[ended(1), file(gzipSync(' \n'), 'c.gz')], {}, /^c\.gz has no records, so nothing was loaded; check what /],
];

test('a file that is not whole is refused with all others, also where good lines are kept', async (t) => {
  const store = await emptyStore(t);
  for (const [sources, options, message] of notWhole) {
    const { result } = await importAll(store, sources, { keepGoing: true, ...options });
    t.true(result instanceof UnreadableSource);
    t.regex((result as Error).message, message);
  }
  t.true(await store.metadata.isEmpty());
  const whole = await importAll(store, [ended(1), unended]);
  t.like(whole.result, { types: { faction: { read: 2, added: 1 } }, unreadable: 0 });
  t.like((await importAll(store, ended(1), { requireEnd: true })).result, { types: { faction: { unchanged: 1 } } });
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

for (const read of [2000, 5000]) {
  test(`an abort after ${read} of 5000 records are read keeps nothing and throws its reason`, async (t) => {
    const store = await emptyStore(t);
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error('enough');
    let isRead = false;
    // Of the checks, the fifth after the last record is in the comparison.
    let left = read === 5000 ? 5 : 1;
    signal.throwIfAborted = () => {
      if (isRead && --left === 0) controller.abort(reason);
      if (signal.aborted) throw signal.reason;
    };
    const { result } = await importAll(store, file(lines(...factions(5000)), 'f', 1000), {
      signal,
      onPlan: async () => t.fail('it is compared'),
      onProgress: (records) => {
        isRead ||= records >= read;
      },
    });
    t.is(result, reason);
    t.true(await store.metadata.isEmpty());
  });
}

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

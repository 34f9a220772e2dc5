import test, { type ExecutionContext } from 'ava';
import { changesOf } from '../helpers/changes-of.js';
import { emptyStore } from '../helpers/database.js';
import { NOW as GALAXY_NOW, loadGalaxy } from '../helpers/galaxy.js';
import { exportAll, file, importAll, lines, NOW, send } from './galaxy.js';

const used = (id: string, uses: number, more: object = {}) => ({
  ...{ kind: 'use', id, datacard: '14:3', location: '4:1', uses, time: GALAXY_NOW },
  ...more,
});

/** The small galaxy, in which 4 of the 10 uses of 14:3 are assigned to 4:1. */
async function withAssignments(t: ExecutionContext) {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  return {
    store,
    send: (...records: object[]) => send(store, [...records]),
    reclaim: (...records: object[]) => send(store, [...records], { reclaim: true }),
    book: async (uid = '14:3') => ({
      total: (await store.datacards.find(uid))?.total_uses,
      at: Object.fromEntries(
        (await store.datacards.assignments(uid)).map(({ location, uses }) => [location.uid, uses]),
      ),
      trail: (await changesOf(store, uid)).map(
        ({ action, request_id, location_uid, uses_before, uses_after }) =>
          `${action} ${request_id ?? location_uid} ${uses_before} ${uses_after}`,
      ),
    }),
  };
}

test('a use takes from its assignment and from the total, once for each id', async (t) => {
  const { send, book } = await withAssignments(t);
  const first = await send(used('ship-1', 1), used('ship-2', 2));
  t.like(first, { refused: [], result: { types: { use: { read: 2, added: 2, unchanged: 0 } } } });
  const state = { total: 7, at: { '4:1': 1 }, trail: ['use ship-1 4 3', 'use ship-2 3 1'] };
  t.deepEqual(await book(), state);
  t.like(await send(used('ship-2', 2), used('ship-1', 1)), { result: { types: { use: { added: 0, unchanged: 2 } } } });
  t.deepEqual(await book(), state);
  await send(used('ship-3', 1));
  t.deepEqual(await book(), { total: 6, at: {}, trail: [...state.trail, 'use ship-3 1 0'] });
});

test('uses of more than is assigned are refused by line, and the others are counted', async (t) => {
  const { store, book } = await withAssignments(t);
  const text = lines(
    used('a', 3),
    used('b', 2),
    used('c', 1),
    used('d', 1),
    used('e', 1, { location: '4:2' }),
    used('f', 1, { datacard: '14:9' }),
  );
  const { refused } = await importAll(store, file(text), { keepGoing: true });
  t.deepEqual(
    refused.map(({ line, reason }) => [line, reason]),
    [
      [2, 'the use b takes 2 uses of 14:3 from 4:1, which has 1; leave it out if they were revoked'],
      [4, 'the use d takes 1 uses of 14:3 from 4:1, which has none; leave it out if they were revoked'],
      [5, 'the use e takes 1 uses of 14:3 from 4:2, which has none; leave it out if they were revoked'],
      [6, 'the use f refers to 14:9, which is neither in these files nor in the database; add its record'],
    ],
  );
  t.deepEqual(await book(), { total: 6, at: {}, trail: ['use a 4 1', 'use c 1 0'] });
});

test('a known id with another number of uses, or another place, is refused', async (t) => {
  const { send, book } = await withAssignments(t);
  await send(used('a', 1));
  const reason = 'the use a differs from the one in the database: the audit trail is never rewritten; give it a new id';
  for (const other of [used('a', 2), used('a', 1, { location: '4:2' })])
    t.like((await send(other)).refused, [{ reason }]);
  t.deepEqual(await book(), { total: 9, at: { '4:1': 3 }, trail: ['use a 4 3'] });
});

test('a use of long ago counts once, although older lines of the audit trail are removed', async (t) => {
  const { store, book, send } = await withAssignments(t);
  const old = used('a', 1, { time: GALAXY_NOW - 900 * 86_400 });
  await send(old);
  for await (const _ of store.history.remove('audit', NOW - 730 * 86_400));
  t.like(await send(old), { result: { types: { use: { added: 0, unchanged: 1 } } } });
  t.deepEqual(await book(), { total: 9, at: { '4:1': 3 }, trail: ['use a 4 3'] });
  const after = await store.auditTrail.after(0, 10);
  t.like(after, [{ request_id: 'a', time: NOW }]);
});

test('uses of an unlimited assignment are never added up, and one record has a limit', async (t) => {
  const { store, send } = await withAssignments(t);
  await store.datacards.assign('14:2', '4:1', -1);
  const most = Number.MAX_SAFE_INTEGER;
  const large = await send(
    ...Array.from({ length: 1100 }, (_, index) => used(`a${index}`, most, { datacard: '14:2' })),
  );
  t.is(large.refused.length, 1100);
  t.is(large.refused[0]?.reason, `uses must be at most 1000000000, not ${most}`);
  const some = await send(...Array.from({ length: 1100 }, (_, index) => used(`a${index}`, 1e9, { datacard: '14:2' })));
  t.deepEqual(some.refused, []);
});

const card = (total: number, more = {}) => ({
  ...{ kind: 'datacard', uid: '14:3', owner: '20:1', entity: '2:1', total_uses: total, ...more },
});
const fresh = card(9, { uid: '14:8', assignments: [{ location: '4:1', uses: 5 }] });

const books: [title: string, records: object[], uid: string, book: object][] = [
  [
    'leaves the total of a record of its datacard',
    [card(1), used('a', 3)],
    '14:3',
    { total: 1, at: { '4:1': 1 }, trail: ['use a 4 1'] },
  ],
  [
    'is taken from a new datacard',
    [used('a', 2, { datacard: '14:8' }), fresh],
    '14:8',
    { total: 9, at: { '4:1': 3 }, trail: ['use a 5 3'] },
  ],
  [
    'takes nothing from unlimited uses',
    [used('a', 7, { datacard: '14:2' }), used('b', 2, { datacard: '14:2', location: '4:2' })],
    '14:2',
    { total: -1, at: { '4:1': -1, '4:2': 3 }, trail: ['use a -1 -1', 'use b 5 3'] },
  ],
  [
    'is taken before its datacard is removed',
    [used('a', 3), { kind: 'datacard', uid: '14:3', removed: true }],
    '14:3',
    { total: undefined, at: {}, trail: ['use a 4 1', 'revoke 4:1 1 0'] },
  ],
];

for (const [title, records, uid, expected] of books) {
  test(`a use ${title}`, async (t) => {
    const { store, send, book } = await withAssignments(t);
    await store.datacards.assign('14:2', '4:1', -1);
    await store.datacards.assign('14:2', '4:2', 5);
    t.deepEqual((await send(...records)).refused, []);
    t.deepEqual(await book(uid), expected);
  });
}

test('a service that has moved knows the uses that it had', async (t) => {
  const { store, send } = await withAssignments(t);
  await send(used('a', 1));
  const moved = await emptyStore(t);
  t.deepEqual((await importAll(moved, file(await exportAll(store)))).refused, []);
  t.like(await importAll(moved, file(lines(used('a', 1)))), { result: { types: { use: { added: 0, unchanged: 1 } } } });
  t.is((await moved.datacards.find('14:3'))?.total_uses, 9);
});

/** The same, and then 3 uses went to 5:1, and 2 to 4:2. */
async function withMore(t: ExecutionContext) {
  const parts = await withAssignments(t);
  const { assign, recordChange } = parts.store.datacards;
  const by = { client_id: null, character_uid: null, request_id: null, time: NOW, action: 'assign' } as const;
  for (const [location_uid, uses] of Object.entries({ '5:1': 3, '4:2': 2 })) {
    await assign('14:3', location_uid, uses);
    await recordChange({ ...by, datacard_uid: '14:3', location_uid, uses_before: 0, uses_after: uses });
  }
  return parts;
}

const ASSIGNED = ['assign 5:1 0 3', 'assign 4:2 0 2'];

test('a total below what is assigned takes back the newest uses with reclaim', async (t) => {
  const { reclaim, book } = await withMore(t);
  t.deepEqual((await reclaim(card(6))).refused, []);
  t.deepEqual(await book(), {
    total: 6,
    at: { '4:1': 4, '5:1': 2 },
    trail: [...ASSIGNED, 'reclaim 4:2 2 0', 'reclaim 5:1 3 2'],
  });
  t.like(await reclaim(card(6)), { result: { types: { datacard: { unchanged: 1 } } } });
  t.is((await book()).trail.length, 4);
});

test('without reclaim, the message names the datacard, the sum and both ways out; a total that allows all takes none', async (t) => {
  const { send, reclaim, book } = await withMore(t);
  const reason =
    '14:3 has 9 uses assigned in the database, more than the 6 in all: revoke some, or import with --reclaim to take back the newest';
  t.like((await send(card(6))).refused, [{ reason }]);
  const at = { '4:1': 4, '4:2': 2, '5:1': 3 };
  t.deepEqual(await book(), { total: 10, at, trail: ASSIGNED });
  t.deepEqual((await reclaim(card(9))).refused, []);
  t.deepEqual(await book(), { total: 9, at, trail: ASSIGNED });
});

test('uses of the same files are taken first, so that fewer are reclaimed', async (t) => {
  const { send, reclaim, book } = await withMore(t);
  t.deepEqual((await send(card(6), used('ship-1', 3))).refused, []);
  t.deepEqual(await book(), {
    total: 6,
    at: { '4:1': 1, '4:2': 2, '5:1': 3 },
    trail: [...ASSIGNED, 'use ship-1 4 1'],
  });
  await reclaim(card(1));
  t.deepEqual((await book()).at, { '4:1': 1 });
});

test('a datacard that becomes limited takes unlimited uses back', async (t) => {
  const { store, send, reclaim, book } = await withMore(t);
  await store.datacards.assign('14:2', '4:1', -1);
  await store.datacards.assign('14:2', '4:2', 5);
  const record = card(5, { uid: '14:2', entity: '2:2' });
  const { refused } = await send(record);
  t.regex(refused[0]?.reason ?? '', /^14:2 has unlimited uses assigned in the database, more than the 5 in all: /);
  t.deepEqual((await reclaim(record)).refused, []);
  t.deepEqual((await book('14:2')).at, { '4:2': 5 });
});

import test, { type ExecutionContext } from 'ava';
import { changesOf } from '../helpers/changes-of.js';
import { emptyStore } from '../helpers/database.js';
import { loadGalaxy, NOW } from '../helpers/galaxy.js';
import { send } from './galaxy.js';

/** The small galaxy, in which 14:3 has 4 of 10 uses at 4:1 from the beginning; then 2 went to 4:2, and 3 to 5:1. */
async function withAssignments(t: ExecutionContext) {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  for (const [location_uid, uses] of [
    ['5:1', 3],
    ['4:2', 2],
  ] as const) {
    await store.datacards.assign('14:3', location_uid, uses);
    const by = { client_id: null, character_uid: null, request_id: null };
    const change = { time: NOW, action: 'assign', datacard_uid: '14:3', uses_before: 0, uses_after: uses } as const;
    await store.datacards.recordChange({ ...change, ...by, location_uid });
  }
  return {
    store,
    send: (...records: object[]) => send(store, [...records]),
    reclaim: (...records: object[]) => send(store, [...records], { reclaim: true }),
    book: async () => ({
      total: (await store.datacards.find('14:3'))?.total_uses,
      at: Object.fromEntries(
        (await store.datacards.assignments('14:3')).map(({ location, uses }) => [location.uid, uses]),
      ),
      trail: (await changesOf(store, '14:3')).map(
        ({ action, location_uid, uses_before, uses_after }) => `${action} ${location_uid} ${uses_before} ${uses_after}`,
      ),
    }),
  };
}

const card = (total: number) => ({ kind: 'datacard', uid: '14:3', owner: '20:1', entity: '2:1', total_uses: total });

const ASSIGNED = ['assign 5:1 0 3', 'assign 4:2 0 2'];

test('a total below what is assigned takes back the newest uses with reclaim', async (t) => {
  const { reclaim, book } = await withAssignments(t);
  t.deepEqual((await reclaim(card(6))).refused, []);
  t.deepEqual(await book(), {
    total: 6,
    at: { '4:1': 4, '5:1': 2 },
    trail: [...ASSIGNED, 'reclaim 4:2 2 0', 'reclaim 5:1 3 2'],
  });
  t.like(await reclaim(card(6)), { result: { types: { datacard: { unchanged: 1 } } } });
  t.is((await book()).trail.length, 4);
});

test('without reclaim, the message names the datacard, the sum and both ways out', async (t) => {
  const { send, book } = await withAssignments(t);
  const { refused } = await send(card(6));
  t.deepEqual(
    refused.map(({ reason }) => reason),
    [
      '14:3 has 9 uses assigned in the database, more than the 6 in all: revoke some, or import with --reclaim to take back the newest',
    ],
  );
  t.deepEqual(await book(), { total: 10, at: { '4:1': 4, '4:2': 2, '5:1': 3 }, trail: ASSIGNED });
});

test('reclaim takes nothing where the total allows what is assigned', async (t) => {
  const { reclaim, book } = await withAssignments(t);
  t.deepEqual((await reclaim(card(9))).refused, []);
  t.deepEqual(await book(), { total: 9, at: { '4:1': 4, '4:2': 2, '5:1': 3 }, trail: ASSIGNED });
});

test('uses of the same files are taken first, so that fewer are reclaimed', async (t) => {
  const { send, reclaim, book } = await withAssignments(t);
  const used = { kind: 'use', id: 'ship-1', datacard: '14:3', location: '4:1', uses: 3, time: NOW };
  t.deepEqual((await send(card(6), used)).refused, []);
  t.deepEqual(await book(), {
    total: 6,
    at: { '4:1': 1, '4:2': 2, '5:1': 3 },
    trail: [...ASSIGNED, 'use 4:1 4 1'],
  });
  await reclaim(card(1));
  t.deepEqual((await book()).at, { '4:1': 1 });
});

test('a datacard that becomes limited takes unlimited uses back', async (t) => {
  const { store, send, reclaim } = await withAssignments(t);
  await store.datacards.assign('14:2', '4:1', -1);
  await store.datacards.assign('14:2', '4:2', 5);
  const record = { kind: 'datacard', uid: '14:2', owner: '20:1', entity: '2:2', total_uses: 5 };
  const { refused } = await send(record);
  t.regex(refused[0]?.reason ?? '', /^14:2 has unlimited uses assigned in the database, more than the 5 in all: /);
  t.deepEqual((await reclaim(record)).refused, []);
  t.deepEqual(
    (await store.datacards.assignments('14:2')).map(({ location, uses }) => [location.uid, uses]),
    [['4:2', 5]],
  );
});

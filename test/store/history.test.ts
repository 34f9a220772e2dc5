import test, { type ExecutionContext } from 'ava';
import type { Store } from '../../src/store/store.js';
import { changesOf } from '../helpers/changes-of.js';
import { emptyStore } from '../helpers/database.js';
import { loadGalaxy, NOW } from '../helpers/galaxy.js';
import { loadRows } from '../helpers/load-rows.js';

/** More rows than are read at a time, in an order of time that is not that of their keys. */
const ROWS = 12_000;
const BATCH = 500;
const timeOf = (number: number) => NOW - ((number * 7919) % ROWS);

const rows = {
  events: (number: number) => ({
    uid: `39:${number}`,
    // One of them has more events than are read at a time.
    receiver_uid: number % 10 === 0 ? `1:${2 + (number % 3)}` : '1:1',
    time: timeOf(number),
    type: null,
    text: 'Landed.',
  }),
  transactions: (id: number) => ({
    ...{ id, time: timeOf(id), amount: 1, communication: '' },
    ...{ sender_uid: '1:1', receiver_uid: '1:2' },
  }),
};

async function manyRows(t: ExecutionContext, kind: keyof typeof rows): Promise<Store> {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  for (let first = 3000; first < 3000 + ROWS; first += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, index) => first + index);
    await (kind === 'events'
      ? loadRows(store, 'event', numbers.map(rows.events))
      : loadRows(store, 'transaction', numbers.map(rows.transactions)));
  }
  return store;
}

async function surveyed(store: Store, kind: 'events' | 'transactions' | 'audit', before: number, remove = false) {
  const parts = [];
  for await (const part of store.history(kind, before, remove)) parts.push(part);
  return {
    parts,
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    old: parts.reduce((sum, { old }) => sum + old, 0),
  };
}

for (const [kind, others] of [
  ['events', 2],
  ['transactions', 2500],
] as const) {
  test(`${kind} from before a time are found and removed, and no others`, async (t) => {
    const store = await manyRows(t, kind);
    const before = NOW - 4000;
    // The times of the small galaxy's own transactions are older, those of its events are newer.
    const own = kind === 'events' ? 0 : others;
    const found = await surveyed(store, kind, before);
    t.true(found.parts.length > 1);
    t.is(found.rows, ROWS + others);
    t.is(found.old, ROWS - 4001 + own);
    t.is((await surveyed(store, kind, before, true)).old, found.old);
    const left = await surveyed(store, kind, before);
    t.is(left.old, 0);
    t.is(left.rows, 4001 + others - own);
  });
}

test('lines of the audit trail from before a time are removed, and later ones get higher numbers', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const change = {
    ...{ action: 'assign' as const, client_id: 'console', character_uid: '1:1', datacard_uid: '14:1' },
    ...{ location_uid: '4:1', uses_before: 0, uses_after: 1 },
  };
  for (const time of [NOW - 2, NOW - 1, NOW]) {
    await store.datacards.recordChange({ ...change, time, request_id: String(time) });
  }
  const latest = await lastChange(store);
  t.like(await surveyed(store, 'audit', NOW, true), { rows: 3, old: 2 });
  t.deepEqual(
    (await changesOf(store, '14:1')).map(({ request_id }) => request_id),
    [String(NOW)],
  );
  await surveyed(store, 'audit', NOW + 1, true);
  await store.datacards.recordChange({ ...change, time: NOW, request_id: 'last' });
  t.true((await lastChange(store)) > latest);
});

/** Returns the number of the last change of a datacard. */
async function lastChange(store: Store): Promise<number> {
  return (await store.auditTrail.after(0, 100)).at(-1)?.id ?? 0;
}

test('an empty history has no parts', async (t) => {
  const store = await emptyStore(t);
  for (const kind of ['events', 'transactions', 'audit'] as const) {
    t.deepEqual((await surveyed(store, kind, NOW)).parts, []);
  }
});

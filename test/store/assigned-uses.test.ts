import test from 'ava';
import { UNLIMITED } from '../../src/domain/datacard.js';
import type { Store } from '../../src/store/store.js';
import { emptyStore } from '../helpers/database.js';
import { loadGalaxy, NOW } from '../helpers/galaxy.js';
import { loadRows, removeRows } from '../helpers/load-rows.js';

const CARD = '14:70';
const LARGEST = Number.MAX_SAFE_INTEGER;

/** Places whose uids have different lengths, in the order of lists. */
const places = (count: number) => Array.from({ length: count }, (_, index) => `4:${index + 1}`);

/** The small galaxy, with more places, and a datacard that is assigned to some of them. */
async function withPlaces(store: Store, count: number, assigned = count): Promise<string[]> {
  await loadGalaxy(store);
  const uids = places(count);
  const assignments = uids.slice(0, assigned).map((uid) => ({ location_uid: uid, uses: 2 }));
  const card = { uid: CARD, owner_uid: '20:1', entity_uid: '2:1', total_uses: LARGEST, removed_at: null, assignments };
  const rows = uids.map((uid) => ({ uid, name: `Works ${uid}`, owner_uid: null, removed_at: null }));
  await loadRows(store, 'entity', rows as never);
  await loadRows(store, 'datacard', [card] as never);
  return uids;
}

/** The sum of a list, and the one that is kept beside it. */
async function sums(store: Store, uid = CARD) {
  const listed = (await store.datacards.assignments(uid)).reduce((sum, { uses }) => sum + uses, 0);
  return { listed, kept: (await store.datacards.lockUses(uid, '4:1'))?.assigned };
}

test('the sum of the assigned uses follows assignments, revocations, imports and removals', async (t) => {
  const store = await emptyStore(t);
  await withPlaces(store, 12);
  t.deepEqual(await sums(store), { listed: 24, kept: 24 });
  await store.datacards.assign(CARD, '4:3', 40);
  t.deepEqual(await sums(store), { listed: 62, kept: 62 });
  await store.datacards.revoke(CARD, '4:3');
  await store.datacards.revoke(CARD, '4:404');
  t.deepEqual(await sums(store), { listed: 22, kept: 22 });
  await removeRows(store, 'entity', [{ uid: '4:2' }, { uid: '4:4' }], NOW);
  t.deepEqual(await sums(store), { listed: 18, kept: 18 });
  await t.throwsAsync(
    store.transaction(async ({ datacards }) => {
      await datacards.assign(CARD, '4:3', 9);
      throw new Error('rolled back');
    }),
  );
  t.deepEqual(await sums(store), { listed: 18, kept: 18 });
  await removeRows(store, 'datacard', [{ uid: CARD }], NOW);
  t.deepEqual(await sums(store), { listed: 0, kept: 0 });
});

test('unlimited datacards have no sum, and one that becomes limited has it', async (t) => {
  const store = await emptyStore(t);
  const uids = await withPlaces(store, 1100, 0);
  const assign = (usesOf: (uid: string) => number) =>
    store.transaction(async ({ datacards }) => {
      for (const uid of uids) await datacards.assign(CARD, uid, usesOf(uid));
    });
  const card = { uid: CARD, owner_uid: '20:1', entity_uid: '2:1', removed_at: null, assignments: [] };
  const limitTo = (total_uses: number) => loadRows(store, 'datacard', [{ ...card, total_uses }]);
  await limitTo(UNLIMITED);
  // Together they are more than a 64-bit integer can be.
  await assign((uid) => (uid === '4:1' ? UNLIMITED : LARGEST));
  t.like(await store.datacards.lockUses(CARD, '4:1'), { assigned: 0, ofLocation: UNLIMITED });
  await assign(() => 3);
  t.is((await limitTo(3300)).written, 1);
  t.like(await store.datacards.lockUses(CARD, '4:1'), { assigned: 3300, ofLocation: 3 });
});

test('a long list of assignments has each one once, shorter uids first', async (t) => {
  const store = await emptyStore(t);
  const uids = await withPlaces(store, 350);
  t.deepEqual(
    (await store.datacards.assignments(CARD)).map(({ location }) => location.uid),
    uids,
  );
});

test('the long list of a faction has each datacard once', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const known = (await store.datacards.ofFaction('20:1')).map(({ uid }) => uid);
  const cards = Array.from({ length: 1300 }, (_, index) => ({
    ...{
      uid: `14:${index + 98}`,
      owner_uid: '20:1',
      entity_uid: '2:1',
      total_uses: 1,
      removed_at: null,
      assignments: [],
    },
  }));
  t.is((await loadRows(store, 'datacard', cards)).written, 1300);
  await removeRows(store, 'datacard', [{ uid: '14:500' }], NOW);
  t.deepEqual(
    (await store.datacards.ofFaction('20:1')).map(({ uid }) => uid),
    [...known, ...cards.map(({ uid }) => uid).filter((uid) => uid !== '14:500')],
  );
});

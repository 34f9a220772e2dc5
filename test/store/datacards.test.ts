import test from 'ava';
import { UNLIMITED } from '../../src/domain/datacard.js';
import type { Store } from '../../src/store/store.js';
import { changesOf } from '../helpers/changes-of.js';
import { emptyStore } from '../helpers/database.js';
import { loadGalaxy, NOW } from '../helpers/galaxy.js';
import { loadRows, removeRows } from '../helpers/load-rows.js';

const CARD = '14:70';
const LARGEST = Number.MAX_SAFE_INTEGER;
const card = { uid: CARD, owner_uid: '20:1', entity_uid: '2:1', total_uses: LARGEST, removed_at: null };

/** Adds places, and a datacard with two uses at each of the first `assigned`. Returns the places in the order of lists. */
async function withPlaces(store: Store, count: number, assigned = count): Promise<string[]> {
  await loadGalaxy(store);
  const uids = Array.from({ length: count }, (_, index) => `4:${index + 1}`);
  const assignments = uids.slice(0, assigned).map((uid) => ({ location_uid: uid, uses: 2 }));
  const rows = uids.map((uid) => ({ uid, name: `Works ${uid}`, owner_uid: null, removed_at: null }));
  await loadRows(store, 'entity', rows as never);
  await loadRows(store, 'datacard', [{ ...card, assignments }] as never);
  return uids;
}

test('unlimited datacards have no sum, and one that becomes limited has it; unlimited uses return, too', async (t) => {
  const store = await emptyStore(t);
  const uids = await withPlaces(store, 1100, 0);
  const assign = (usesOf: (uid: string) => number) =>
    store.transaction(async ({ datacards }) => {
      for (const uid of uids) await datacards.assign(CARD, uid, usesOf(uid));
    });
  const limitTo = (total_uses: number) => loadRows(store, 'datacard', [{ ...card, total_uses, assignments: [] }]);
  await limitTo(UNLIMITED);
  // Together they are more than a 64-bit integer can be.
  await assign((uid) => (uid === '4:1' ? UNLIMITED : LARGEST));
  t.like(await store.datacards.lockUses(CARD, '4:1'), { assigned: 0, ofLocation: UNLIMITED });
  await assign(() => 3);
  t.is((await limitTo(3300)).written, 1);
  t.like(await store.datacards.lockUses(CARD, '4:1'), { assigned: 3300, ofLocation: 3 });
  await store.datacards.assign('14:2', '4:1', UNLIMITED);
  await removeRows(store, 'entity', [{ uid: '4:1' }], NOW);
  t.deepEqual(await store.datacards.assignments('14:2'), []);
  t.like(await changesOf(store, '14:2'), [{ location_uid: '4:1', uses_before: UNLIMITED, uses_after: 0 }]);
  await removeRows(store, 'datacard', [{ uid: CARD }], NOW);
  t.deepEqual(await store.datacards.assignments(CARD), []);
});

test('long lists have each assignment and each datacard once, shorter uids first', async (t) => {
  const store = await emptyStore(t);
  const uids = await withPlaces(store, 350);
  const listed = await store.datacards.assignments(CARD);
  const locations = listed.map(({ location }) => location.uid);
  t.deepEqual(locations, uids);
  const known = (await store.datacards.ofFaction('20:1')).map(({ uid }) => uid);
  const cards = Array.from({ length: 1300 }, (_, index) => ({ ...card, uid: `14:${index + 98}`, assignments: [] }));
  t.is((await loadRows(store, 'datacard', cards)).written, 1300);
  await removeRows(store, 'datacard', [{ uid: '14:500' }], NOW);
  const owned = (await store.datacards.ofFaction('20:1')).map(({ uid }) => uid);
  t.deepEqual(owned, [...known, ...cards.map(({ uid }) => uid).filter((uid) => uid !== '14:500')]);
});

test('of several removals, those that changed something are counted', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const removals = [{ uid: '1:1' }, { uid: '1:404' }, { uid: '1:2', name: 'Removed' }, { uid: '1:405', name: 'x' }];
  t.deepEqual(await removeRows(store, 'character', removals, NOW), { written: 3 });
  t.deepEqual(await removeRows(store, 'character', removals, NOW + 1), { written: 0 });
  t.deepEqual(await removeRows(store, 'character', [{ uid: '1:1', name: 'x' }], NOW), { written: 1 });
});

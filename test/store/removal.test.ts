import test from 'ava';
import { UNLIMITED } from '../../src/domain/datacard.js';
import type { Store } from '../../src/store/store.js';
import { tokenHash } from '../../src/store/token.js';
import { emptyStore } from '../helpers/database.js';
import { loadGalaxy, NOW } from '../helpers/galaxy.js';

const remove = (store: Store, ...args: Parameters<Store['load']['remove']>) =>
  store.transaction(({ load }) => load.remove(...args));

test('removing nothing does nothing', async (t) => {
  const store = await emptyStore(t);
  t.deepEqual(await remove(store, 'character', [], NOW), { written: 0, refused: [] });
});

test('of several removals, those that changed something are counted', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const removals = [
    { uid: '1:1' },
    { uid: '1:404' },
    { uid: '1:2', name: 'Removed player' },
    { uid: '1:405', name: 'x' },
  ];
  t.deepEqual(await remove(store, 'character', removals, NOW), { written: 3, refused: [] });
  t.deepEqual(await remove(store, 'character', removals, NOW + 1), { written: 0, refused: [] });
  t.deepEqual(await remove(store, 'character', [{ uid: '1:1', name: 'x' }], NOW), { written: 1, refused: [] });
});

test('a removal that the database refuses is reported by its position, and the others are kept', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const unknown = { uid: '14:8', owner_uid: '20:404', entity_uid: '2:1' };
  const { written, refused } = await remove(store, 'datacard', [{ uid: '14:1' }, unknown, { uid: '14:2' }], NOW);
  t.is(written, 2);
  t.like(refused, [{ position: 1 }]);
  t.regex(refused[0]?.reason ?? '', /^it refers to 20:404, which is not known/);
  t.like(await remove(store, 'datacard_change', [{ id: 1 }], NOW), {
    refused: [{ reason: 'it cannot be removed: the audit trail keeps every line' }],
  });
});

test('unlimited uses return, too', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  await store.datacards.assign('14:2', '4:1', UNLIMITED);
  await remove(store, 'entity', [{ uid: '4:1' }], NOW);
  t.deepEqual(await store.datacards.assignments('14:2'), []);
  t.like(await store.datacards.changes('14:2'), [{ location_uid: '4:1', uses_before: UNLIMITED, uses_after: 0 }]);
});

test('a grant that was made while its character was removed gives nothing', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  await remove(store, 'character', [{ uid: '1:4' }], NOW);
  const account = await store.accounts.create('Dorn', [], NOW);
  const grant = { client_id: 'console', character_uid: '1:4', permissions: [], expires_at: NOW + 60 };
  const { token } = await store.tokens.create(grant, NOW, account);
  t.is(await store.tokens.principal(token, NOW), undefined);
  t.is(await store.tokens.find(tokenHash(token), NOW), undefined);
  t.deepEqual(await store.grants.ofAccount(account, NOW), []);
});

test('a removal that fails later leaves everything as it was', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  await t.throwsAsync(
    store.transaction(async ({ load }) => {
      await load.remove('entity', [{ uid: '20:1' }], NOW);
      throw new Error('later');
    }),
    { message: 'later' },
  );
  t.truthy(await store.entities.find('20:1'));
  t.like(await store.datacards.assignments('14:3'), [{ uses: 4 }]);
});

import test from 'ava';
import { UNLIMITED } from '../../src/domain/datacard.js';
import { tokenHash } from '../../src/store/token.js';
import { changesOf } from '../helpers/changes-of.js';
import { emptyStore } from '../helpers/database.js';
import { loadGalaxy, NOW } from '../helpers/galaxy.js';
import { removeRows } from '../helpers/load-rows.js';

const remove = removeRows;

test('of several removals, those that changed something are counted', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const removals = [
    { uid: '1:1' },
    { uid: '1:404' },
    { uid: '1:2', name: 'Removed player' },
    { uid: '1:405', name: 'x' },
  ];
  t.deepEqual(await remove(store, 'character', removals, NOW), { written: 3 });
  t.deepEqual(await remove(store, 'character', removals, NOW + 1), { written: 0 });
  t.deepEqual(await remove(store, 'character', [{ uid: '1:1', name: 'x' }], NOW), { written: 1 });
});

test('unlimited uses return, too', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  await store.datacards.assign('14:2', '4:1', UNLIMITED);
  await remove(store, 'entity', [{ uid: '4:1' }], NOW);
  t.deepEqual(await store.datacards.assignments('14:2'), []);
  t.like(await changesOf(store, '14:2'), [{ location_uid: '4:1', uses_before: UNLIMITED, uses_after: 0 }]);
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

import test from 'ava';
import { TooManyRemoved } from '../../src/transfer/import.js';
import { emptyStore } from '../helpers/database.js';
import { factions, file, galaxy, importAll, lines } from './galaxy.js';

const ALL = { sync: true, maxRemoved: { part: 1 } } as const;

test('a sync removes what the files do not name, and a second one changes nothing', async (t) => {
  const store = await emptyStore(t);
  await importAll(store, file(lines(...galaxy, ...factions(20, 101))));
  const kept = file(lines(galaxy[0], ...factions(19, 101)));
  const { refused, result } = await importAll(store, kept, { sync: true });
  t.deepEqual(refused, []);
  t.like(result, { types: { faction: { read: 20, removed: 1, unchanged: 20 }, character: { removed: 0 } } });
  t.is(await store.entities.find('20:120'), undefined);
  t.like((await importAll(store, kept, { sync: true })).result, { types: { faction: { removed: 0, unchanged: 20 } } });
});

test('a kind of which the files have no record stays, and so does what is never synced', async (t) => {
  const store = await emptyStore(t);
  await importAll(store, file(lines(...galaxy, { ...galaxy[8], id: 2 })));
  const { refused, result } = await importAll(store, file(lines(...galaxy.slice(8, 10))), ALL);
  t.deepEqual(refused, []);
  t.true(Object.values('types' in result ? result.types : {}).every(({ removed }) => removed === 0));
  t.like(await store.creditLog.page('1:12', { startId: 0, startIndex: 1, itemCount: 50 }), { total: 2 });
  t.like(await store.accounts.find('a1'), { characters: [{ uid: '1:12' }] });
});

test('a name that a removed character had is free', async (t) => {
  const store = await emptyStore(t);
  await importAll(store, file(lines(...galaxy)));
  const { refused, result } = await importAll(
    store,
    file(lines({ kind: 'character', uid: '1:13', name: 'Ines Marsh' })),
    ALL,
  );
  t.deepEqual(refused, []);
  t.like(result, { types: { character: { added: 1, removed: 1 } } });
  t.like(await store.characters.find('ines marsh'), { uid: '1:13' });
});

test('a character whose old faction is removed may have another primary one', async (t) => {
  const store = await emptyStore(t);
  await importAll(store, file(lines(...galaxy)));
  const records = [...factions(1), { ...galaxy[3], faction: '20:1' }, { ...galaxy[6], owner: '20:1' }];
  const { refused } = await importAll(store, file(lines(...records)), ALL);
  t.deepEqual(refused, []);
  t.like(await store.characters.profile('1:12'), { factions: [{ uid: '20:1', is_primary: 1 }] });
  t.like(await store.datacards.find('14:3'), { owner: { uid: '20:1' } });
  t.like(await store.datacards.assignments('14:3'), [{ uses: 40 }]);
});

test('what is removed and stands in a file again comes back', async (t) => {
  const store = await emptyStore(t);
  await importAll(store, file(lines(...galaxy, ...factions(1))));
  await importAll(store, file(lines(...factions(1))), ALL);
  t.is(await store.entities.find('20:7'), undefined);
  const { result } = await importAll(store, file(lines(galaxy[0], ...factions(1))), ALL);
  t.like(result, { types: { faction: { added: 1, removed: 0, unchanged: 1 } } });
  t.like(await store.entities.find('20:7'), { name: 'Harbour & Sons' });
});

test('a record that refers to what the files do not name any more is refused', async (t) => {
  const store = await emptyStore(t);
  await importAll(store, file(lines(...galaxy)));
  const { refused } = await importAll(store, file(lines(...factions(1), galaxy[3])), ALL);
  t.deepEqual(refused, [
    {
      ...{ source: 'test.ndjson', line: 2 },
      reason: 'the membership 1:12, 20:7 refers to 20:7, which is not in these files, and so is removed',
    },
  ]);
  t.like(await store.entities.find('20:7'), { name: 'Harbour & Sons' });
});

test('more than a tenth of a kind is not removed, unless that is allowed', async (t) => {
  const store = await emptyStore(t);
  await importAll(store, file(lines(...factions(20))));
  const kept = file(lines(...factions(17)));
  const { result } = await importAll(store, kept, { sync: true });
  t.true(result instanceof TooManyRemoved);
  t.is((result as Error).message, 'the files would remove 3 of 20 faction records, so nothing was changed');
  t.like(await store.entities.find('20:20'), { name: 'F20' });
  t.true((await importAll(store, kept, { sync: true, maxRemoved: { rows: 2 } })).result instanceof TooManyRemoved);
  t.like((await importAll(store, kept, { sync: true, maxRemoved: { rows: 3 } })).result, {
    types: { faction: { removed: 3 } },
  });
  t.like((await importAll(store, file(lines(...factions(16))), { sync: true })).result, {
    types: { faction: { removed: 1 } },
  });
});

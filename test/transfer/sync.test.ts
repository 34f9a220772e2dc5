import test from 'ava';
import { TooManyRemoved } from '../../src/transfer/import.js';
import { emptyStore } from '../helpers/database.js';
import { factions, file, galaxy, importAll, lines, NOW } from './galaxy.js';

const ALL = { sync: true, maxRemoved: 1 } as const;

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
      reason:
        'the membership 1:12, 20:7 refers to 20:7, which is not in these files, and so is removed; add its record, or leave this one out',
    },
  ]);
  t.like(await store.entities.find('20:7'), { name: 'Harbour & Sons' });
});

test('more than a tenth of a kind is not removed, unless that is allowed', async (t) => {
  const store = await emptyStore(t);
  await importAll(store, file(lines(...factions(40))));
  const kept = file(lines(...factions(35)));
  const { result } = await importAll(store, kept, { sync: true });
  t.true(result instanceof TooManyRemoved);
  t.is(
    (result as Error).message,
    'the files would remove 5 of 40 faction records, where 4 may go, so nothing was changed',
  );
  t.like(await store.entities.find('20:40'), { name: 'F40' });
  t.true((await importAll(store, kept, { sync: true, maxRemoved: 0.124 })).result instanceof TooManyRemoved);
  t.like((await importAll(store, kept, { sync: true, maxRemoved: 0.125 })).result, {
    types: { faction: { removed: 5 } },
  });
  t.like((await importAll(store, file(lines(...factions(34))), { sync: true })).result, {
    types: { faction: { removed: 1 } },
  });
});

const pilots = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'character', uid: `1:${index + 1}`, name: `Pilot ${index}` }));

test('the share counts for each kind, and three records of each may always go', async (t) => {
  const store = await emptyStore(t);
  await importAll(store, file(lines(...pilots(200), ...factions(5))));
  const sync = (characters: number, some: number, options = {}) =>
    importAll(store, file(lines(...pilots(characters), ...factions(some))), { sync: true, ...options });
  t.true((await sync(179, 5)).result instanceof TooManyRemoved);
  t.true((await sync(200, 1)).result instanceof TooManyRemoved);
  t.true((await sync(199, 5, { maxRemoved: 0 })).result instanceof TooManyRemoved);
  t.like((await sync(180, 2)).result, { types: { character: { removed: 20 }, faction: { removed: 3 } } });
});

test('the share is the same however long ago the last sync was', async (t) => {
  const store = await emptyStore(t);
  const night = (day: number, characters: number) =>
    importAll(store, file(lines(...pilots(characters))), { sync: true, now: NOW + day * 86_400 });
  await night(0, 100);
  for (const day of [1, 2, 7, 70]) t.true((await night(day, 89)).result instanceof TooManyRemoved);
  t.like((await night(71, 90)).result, { types: { character: { removed: 10 } } });
});

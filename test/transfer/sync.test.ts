import test from 'ava';
import { TooManyRemoved } from '../../src/transfer/import.js';
import { factions, file, galaxy, importAll, lines, send, storeWith } from './galaxy.js';

const ALL = { sync: true, maxRemoved: 1 } as const;

test('a record that refers to what the files do not name any more is refused', async (t) => {
  const store = await storeWith(t, ...galaxy);
  const { refused } = await send(store, [...factions(1), galaxy[3]], ALL);
  t.deepEqual(refused, [
    {
      ...{ source: 'test.ndjson', line: 2 },
      reason:
        'the membership 1:12, 20:7 refers to 20:7, which is removed (in no file); add its record, or leave this one out',
    },
  ]);
  t.like(await store.entities.find('20:7'), { name: 'Harbour & Sons' });
});

test('more than a tenth of a kind is not removed, unless that is allowed', async (t) => {
  const store = await storeWith(t, ...factions(40));
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
  t.like((await send(store, [...factions(34)], { sync: true })).result, {
    types: { faction: { removed: 1 } },
  });
});

const pilots = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'character', uid: `1:${index + 1}`, name: `Pilot ${index}` }));

test('the share counts for each kind, and three records of each may always go', async (t) => {
  const store = await storeWith(t, ...pilots(200), ...factions(5));
  const sync = (characters: number, some: number, options = {}) =>
    send(store, [...pilots(characters), ...factions(some)], { sync: true, ...options });
  t.true((await sync(179, 5)).result instanceof TooManyRemoved);
  t.true((await sync(200, 1)).result instanceof TooManyRemoved);
  t.true((await sync(199, 5, { maxRemoved: 0 })).result instanceof TooManyRemoved);
  t.like((await sync(180, 2)).result, { types: { character: { removed: 20 }, faction: { removed: 3 } } });
});

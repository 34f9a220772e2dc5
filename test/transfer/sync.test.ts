import test from 'ava';
import { TooManyRemoved } from '../../src/transfer/import.js';
import { factions, galaxy, send, storeWith } from './galaxy.js';

test('a record that refers to what the files do not name any more is refused', async (t) => {
  const store = await storeWith(t, ...galaxy);
  const { refused } = await send(store, [...factions(1), galaxy[3]], { sync: true, maxRemoved: 1 });
  t.deepEqual(refused, [
    {
      ...{ source: 'test.ndjson', line: 2 },
      reason:
        'the membership 1:12, 20:7 refers to 20:7, which is removed (in no file); add its record, or leave this one out',
    },
  ]);
  t.like(await store.entities.find('20:7'), { name: 'Harbour & Sons' });
});

const pilots = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'character', uid: `1:${index + 1}`, name: `Pilot ${index}` }));

test('more than a tenth of a kind is not removed unless that is allowed; three records of each may always go', async (t) => {
  const store = await storeWith(t, ...pilots(200), ...factions(40));
  const sync = async (characters: number, some: number, options = {}) => {
    const records = [...pilots(characters), ...factions(some)];
    const { result } = await send(store, records, { sync: true, ...options });
    if (result instanceof Error) return result instanceof TooManyRemoved ? result.message : undefined;
    return [result.types.character.removed, result.types.faction.removed];
  };
  const message = 'the files would remove 5 of 40 faction records, where 4 may go, so nothing was changed';
  t.is(await sync(200, 35), message);
  t.like(await store.entities.find('20:40'), { name: 'F40' });
  t.is(await sync(200, 35, { maxRemoved: 0.124 }), message);
  t.deepEqual(await sync(200, 35, { maxRemoved: 0.125 }), [0, 5]);
  t.regex(String(await sync(179, 35)), /21 of 200 character records, where 20 may go/);
  t.regex(String(await sync(199, 35, { maxRemoved: 0 })), /1 of 200 .*, where 0 may go/);
  t.deepEqual(await sync(180, 32), [20, 3]);
  t.deepEqual(await sync(180, 5, { maxRemoved: 1 }), [0, 27]);
  t.regex(String(await sync(180, 1)), /4 of 5 .*, where 3 may go/);
  t.deepEqual(await sync(180, 2), [0, 3]);
});

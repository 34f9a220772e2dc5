import test from 'ava';
import { ImportRefused } from '../../src/transfer/import.js';
import { emptyStore } from '../helpers/database.js';
import { factions, file, galaxy, importAll, lines } from './galaxy.js';

const misplaced: [title: string, records: object[], line: number, reason: RegExp][] = [
  ['a character before its race', [galaxy[2]], 1, /refers to 22:1, which is not known: a record comes after/],
  ['a membership before its character', [galaxy[0], galaxy[3]], 2, /refers to 1:12, which is not known/],
  ['a membership before its faction', [galaxy[1], galaxy[2], galaxy[3]], 3, /refers to 20:7, which is not known/],
  ['an entity before its owner', [galaxy[5]], 1, /refers to 1:12, which is not known/],
  ['a datacard before its faction', [galaxy[4], galaxy[6]], 2, /refers to 20:7, which is not known/],
  ['a datacard before what it makes', [galaxy[0], galaxy[6]], 2, /refers to 2:4, which is not known/],
  ['an assignment before its place', [galaxy[0], galaxy[4], galaxy[6]], 3, /refers to 4:31, which is not known/],
  ['an event before its receiver', [galaxy[7]], 1, /refers to 1:12, which is not known/],
  ['a transaction before its sender', [galaxy[1], galaxy[2], galaxy[8]], 3, /refers to 20:7, which is not known/],
  ['a transaction before its receiver', [galaxy[0], galaxy[8]], 2, /refers to 1:12, which is not known/],
  ['a grant before its client', [galaxy[1], galaxy[2], galaxy[10]], 3, /refers to app, which is not known/],
  ['a grant before its character', [galaxy[9], galaxy[10]], 2, /refers to 1:12, which is not known/],
  [
    'a second primary faction',
    [...galaxy.slice(0, 4), ...factions(1), { kind: 'membership', character: '1:12', faction: '20:1', primary: true }],
    6,
    /^20:7 is already the primary faction of 1:12$/,
  ],
  [
    'a character with the name of another',
    [...galaxy.slice(0, 3), { kind: 'character', uid: '1:13', name: 'INES MARSH' }],
    4,
    /^1:12 already has this name$/,
  ],
];

for (const [title, records, line, reason] of misplaced) {
  test(`refuses ${title}`, async (t) => {
    const store = await emptyStore(t);
    const { refused, result } = await importAll(store, file(lines(...records)));
    t.is(refused.length, 1);
    t.is(refused[0]?.line, line);
    t.regex(refused[0]?.reason ?? '', reason);
    t.true(result instanceof ImportRefused);
    t.true(await store.metadata.isEmpty());
  });
}

test('a faction may bear the name of a character', async (t) => {
  const store = await emptyStore(t);
  const { refused } = await importAll(
    store,
    file(lines(...galaxy, { kind: 'faction', uid: '20:1', name: 'Ines Marsh' })),
  );
  t.deepEqual(refused, []);
});

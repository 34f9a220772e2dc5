import test from 'ava';
import { ImportRefused } from '../../src/transfer/import.js';
import { emptyStore, onPostgres } from '../helpers/database.js';
import { factions, file, galaxy, importAll, lines, send, storeWith } from './galaxy.js';

const missing: [title: string, records: object[], uid: string][] = [
  ['a character without its race', [galaxy[2]], '22:1'],
  ['a membership without its character', [galaxy[0], galaxy[3]], '1:12'],
  ['a membership without its faction', [galaxy[1], galaxy[2], galaxy[3]], '20:7'],
  ['an entity without its owner', [galaxy[5]], '1:12'],
  ['a datacard without its faction', [galaxy[4], galaxy[6]], '20:7'],
  ['a datacard without what it makes', [galaxy[0], galaxy[6]], '2:4'],
  ['an assignment without its place', [galaxy[0], galaxy[4], galaxy[6]], '4:31'],
  ['a grant without its client', [galaxy[1], galaxy[2], galaxy[10]], 'app'],
  ['a grant without its character', [galaxy[9], galaxy[10]], '1:12'],
];

const contradicting: [title: string, records: object[], reason: string | RegExp][] = [
  ...missing.map(([title, records, uid]): (typeof contradicting)[number] => [
    ...([title, records] as const),
    ` refers to ${uid}, which is neither in these files nor in the database; add its record`,
  ]),
  [
    'a character whose name differs by an invisible character from that of another',
    [...galaxy.slice(0, 3), { kind: 'character', uid: '1:13', name: 'Ines\u200b Marsh' }],
    /^1:13 “.*” has the name of 1:12 “Ines Marsh” \(test\.ndjson, line 3\); change one of them$/,
  ],
];

test('a record without what it refers to, or with the name of another, is refused', async (t) => {
  const store = await emptyStore(t);
  for (const [title, records, reason] of contradicting) {
    const { refused, result } = await send(store, [...records]);
    t.deepEqual(
      refused.map(({ line }) => line),
      [records.length],
      title,
    );
    const said: string = refused[0]?.reason ?? '';
    t.true(typeof reason === 'string' ? said.endsWith(reason) : reason.test(said), `${title}: ${said}`);
    t.true(result instanceof ImportRefused);
    t.true(await store.metadata.isEmpty());
  }
});

test('a faction may bear the name of a character', async (t) => {
  const store = await emptyStore(t);
  const { refused } = await send(store, [...galaxy, { kind: 'faction', uid: '20:1', name: 'Ines Marsh' }]);
  t.deepEqual(refused, []);
});

const olan = { kind: 'character', uid: '1:13', name: 'Olan Reed' };

const yard = { kind: 'entity', uid: '4:1', name: 'Yard' };
for (const [title, stored] of Object.entries({ 'a new entity': [], 'a stored entity': [yard] })) {
  test(`${title} may belong to a new one that comes thousands of records later`, async (t) => {
    const store = await storeWith(t, ...stored);
    let isKept = false;
    const { refused, result } = await send(store, [{ ...yard, owner: '20:5100' }, ...factions(5100)], {
      onKept: () => (isKept = true),
    });
    t.deepEqual(refused, []);
    t.like(result, { types: { faction: { added: 5100 } } });
    t.like(await store.entities.find('4:1'), { owner: { uid: '20:5100', name: 'F5100' } });
    // PostgreSQL keeps all of it or nothing.
    t.is(isKept, !onPostgres);
  });
}

test('a contradiction with the database names the row there', async (t) => {
  const store = await storeWith(t, ...galaxy);
  const records = [
    { ...olan, name: 'INES MARSH' },
    ...factions(1),
    { ...galaxy[3], faction: '20:1' },
    { kind: 'account', id: 'a2', name: 'ines' },
    { ...galaxy[12], uses_after: 41 },
  ];
  const { refused } = await send(store, [...records]);
  t.deepEqual(
    refused.map(({ line, reason }) => [line, reason]),
    [
      [1, '1:13 “INES MARSH” has the name of 1:12 “Ines Marsh” (in the database); change one of them'],
      [
        3,
        'the membership 1:12, 20:1 has the primary rank of the membership 1:12, 20:7 (in the database); change one of them',
      ],
      [4, 'the account a2 “ines” has the name of the account a1 “Ines” (in the database); change one of them'],
      [
        5,
        'the datacard change 1 differs from the one in the database: the audit trail is never rewritten; give it a new id',
      ],
    ],
  );
});

test('of several files, a contradiction names the file of the other record, one that stays as it is included', async (t) => {
  const store = await storeWith(t, ...galaxy);
  const sources = [file(lines(...galaxy), 'a.ndjson'), file(lines({ ...olan, name: 'Ines Marsh' }), 'b.ndjson')];
  const { refused } = await importAll(store, sources);
  t.deepEqual(refused, [
    {
      source: 'b.ndjson',
      line: 1,
      reason: '1:13 “Ines Marsh” has the name of 1:12 “Ines Marsh” (a.ndjson, line 3); change one of them',
    },
  ]);
});

test('what refers to a refused record is refused too, and the others are kept', async (t) => {
  const store = await storeWith(t, ...galaxy);
  const records = [
    { kind: 'membership', character: '1:13', faction: '20:7' },
    { ...olan, name: 'Ines Marsh' },
    { kind: 'entity', uid: '5:1', name: 'Reed Station', owner: '1:13' },
    {
      kind: 'datacard',
      uid: '14:9',
      owner: '20:7',
      entity: '2:4',
      total_uses: 9,
      assignments: [{ location: '5:1', uses: 1 }],
    },
    ...factions(1),
  ];
  const { refused, result } = await send(store, [...records], { keepGoing: true });
  t.deepEqual(
    refused.map(({ line }) => line),
    [1, 2, 3, 4],
  );
  t.like(result, { types: { faction: { added: 1 }, datacard: { added: 0, refused: 1 } } });
  t.like(await store.entities.find('20:1'), { name: 'F1' });
});

test('a reference is judged in a record of something known as in one of something new', async (t) => {
  const store = await storeWith(t, ...galaxy);
  const { refused } = await send(store, [{ ...galaxy[11], grant: 'g9' }]);
  t.deepEqual(refused, [
    {
      ...{ source: 'test.ndjson', line: 1 },
      reason: 'the token t1 refers to g9, which is neither in these files nor in the database; add its record',
    },
  ]);
});

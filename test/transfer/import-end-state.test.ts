import test from 'ava';
import { emptyStore } from '../helpers/database.js';
import { factions, file, galaxy, importAll, lines, send, storeWith } from './galaxy.js';

const olan = { kind: 'character', uid: '1:13', name: 'Olan Reed' };

/** Records by the id that they refer to, which may be removed unless they end with it. */
const references: [what: string, kind: string, id: string, refer: (id: string) => object, endsWith?: boolean][] = [
  ['the race of a character', 'entity', '22:1', (race) => ({ ...olan, race })],
  ['the owner of an entity', 'character', '1:12', (owner) => ({ ...galaxy[5], owner })],
  ['what a datacard makes', 'entity', '2:4', (entity) => ({ ...galaxy[6], entity })],
  ['the client of a grant', 'client', 'app', (client) => ({ ...galaxy[10], client })],
  ['the grant of a stored token', 'grant', 'g1', (grant) => ({ ...galaxy[11], grant })],
  ['the character of a membership', 'character', '1:12', (character) => ({ ...galaxy[3], character }), true],
  ['the faction of a membership', 'faction', '20:7', (faction) => ({ ...galaxy[3], primary: false, faction }), true],
  ['the owner of a datacard', 'faction', '20:7', (owner) => ({ ...galaxy[6], assignments: [], owner }), true],
  [
    ...(['the place of an assignment', 'entity', '4:31'] as const),
    (location) => ({ ...galaxy[6], uid: '14:4', assignments: [{ location, uses: 1 }] }),
    true,
  ],
  ['the character of a grant', 'character', '1:12', (character) => ({ ...galaxy[10], id: 'g2', character }), true],
  ['the character of an account', 'character', '1:12', (character) => ({ ...galaxy[17], character }), true],
];

for (const [what, kind, id, refer, endsWith] of references) {
  test(`a record without ${what} is refused, and one whose is removed if it would end with it`, async (t) => {
    const store = await storeWith(t, ...galaxy);
    const reasonFor = async (record: object) => {
      const { refused } = await send(store, [...factions(1), record]);
      t.is(await store.entities.find('20:1').then((found) => found === undefined), refused.length > 0);
      return refused.map(({ line, reason }) => `${line} ${reason.slice(reason.indexOf(' refers to '))}`);
    };
    const unknown = `2  refers to ${id}9, which is neither in these files nor in the database; add its record`;
    t.deepEqual(await reasonFor(refer(`${id}9`)), [unknown]);
    t.deepEqual((await send(store, [{ kind, ...(/:/.test(id) ? { uid: id } : { id }), removed: true }])).refused, []);
    const removed = `2  refers to ${id}, which is removed (in the database); add its record, or leave this one out`;
    t.deepEqual(await reasonFor(refer(id)), endsWith ? [removed] : []);
  });
}

test('a faction may bear the name of a character', async (t) => {
  const store = await emptyStore(t);
  const { refused } = await send(store, [...galaxy, { kind: 'faction', uid: '20:1', name: 'Ines Marsh' }]);
  t.deepEqual(refused, []);
});

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
    { ...galaxy[6], uid: '14:9', assignments: [{ location: '5:1', uses: 1 }] },
    ...factions(1),
  ];
  const { refused, result } = await send(store, [...records], { keepGoing: true });
  const places = refused.map(({ line }) => line);
  t.deepEqual(places, [1, 2, 3, 4]);
  t.like(result, { types: { faction: { added: 1 }, datacard: { added: 0, refused: 1 } } });
  t.like(await store.entities.find('20:1'), { name: 'F1' });
});

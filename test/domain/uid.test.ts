import test from 'ava';
import { isUid, productionTypes, typeOfUid, type UidType, uidOf, uidPattern, uidTypes } from '../../src/domain/uid.js';

// wire.md, “UIDs”, written out again.
const types: Record<UidType, number> = {
  ...{ character: 1, ship: 2, vehicle: 3, facility: 4, station: 5, city: 7, planet: 8, system: 9, npc: 10 },
  ...{ creature: 11, item: 12, droid: 13, datacard: 14, material: 16, stock: 17, weapon: 18, faction: 20, race: 22 },
  ...{ sector: 25, event: 39 },
};

test('the entity types are those of the wire contract', (t) => {
  t.deepEqual({ ...uidTypes }, types);
});

test('a uid is of the type of its number, and of no other', (t) => {
  for (const [type, number] of Object.entries(types) as [UidType, number][]) {
    const uid = uidOf(type, 12);
    t.is(uid, `${number}:12`);
    t.is(typeOfUid(uid), type);
    t.true(isUid(uid) && isUid(uid, type) && isUid(uid, 'event', type));
    for (const other of Object.keys(types) as UidType[]) t.is(isUid(uid, other), other === type);
    t.is(uidPattern(type), `${number}:\\d+`);
  }
});

test('what is no uid is of no type', (t) => {
  const others = ['', '1', '1:', ':1', '1:a', '1:-1', '1:1.5', '1:0', '1:01', '01:1', '6:1', '100:1', ' 1:1', '1:1\n'];
  for (const text of [...others, '1:1:1', `1:${'1'.repeat(16)}`]) {
    t.is(typeOfUid(text), undefined, text);
    t.false(isUid(text));
  }
});

test('a datacard can be assigned to entities that produce, not to characters, factions or datacards', (t) => {
  t.deepEqual([...productionTypes].sort(), ['city', 'facility', 'ship', 'station', 'vehicle']);
});

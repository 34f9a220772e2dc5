import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { type Amount, UNLIMITED, unassignedUses, usesAfterAssigning } from '../../src/domain/datacard.js';
import { Failure } from '../../src/domain/failure.js';

test('unlimited uses are -1 on the wire', (t) => {
  t.is(UNLIMITED, -1);
});

test('unassigned and assigned uses add up to the total', (t) => {
  t.is(unassignedUses(10, 0), 10);
  t.is(unassignedUses(10, 10), 0);
  t.is(unassignedUses(-1, 3), -1);
});

const unlimited: Amount = { unlimited: true };

const given: [string, { unassigned: number; before: number; amount: Amount; after: number }][] = [
  ['the first uses', { unassigned: 10, before: 0, amount: { uses: 3 }, after: 3 }],
  ['more uses', { unassigned: 10, before: 4, amount: { uses: 3 }, after: 7 }],
  ['the last uses', { unassigned: 10, before: 0, amount: { uses: 10 }, after: 10 }],
  ['uses of an unlimited datacard', { unassigned: -1, before: 4, amount: { uses: 3 }, after: 7 }],
  ['unlimited uses', { unassigned: -1, before: 0, amount: unlimited, after: -1 }],
  ['unlimited uses in place of some', { unassigned: -1, before: 4, amount: unlimited, after: -1 }],
  ['uses on top of unlimited ones', { unassigned: -1, before: -1, amount: { uses: 3 }, after: -1 }],
  ['unlimited uses on top of unlimited ones', { unassigned: -1, before: -1, amount: unlimited, after: -1 }],
];

for (const [what, { unassigned, before, amount, after }] of given) {
  test(`assigns ${what}`, (t) => {
    t.is(usesAfterAssigning(unassigned, before, amount), after);
  });
}

const refused: [string, { unassigned: number; before: number; amount: Amount }][] = [
  ['one more than there are', { unassigned: 10, before: 0, amount: { uses: 11 } }],
  ['uses when none are left', { unassigned: 0, before: 10, amount: { uses: 1 } }],
  ['unlimited uses of a limited datacard', { unassigned: 10, before: 0, amount: unlimited }],
  ['unlimited uses when none are left', { unassigned: 0, before: 0, amount: unlimited }],
  ['more than an exact integer', { unassigned: -1, before: Number.MAX_SAFE_INTEGER, amount: { uses: 1 } }],
];

for (const [what, { unassigned, before, amount }] of refused) {
  test(`refuses ${what}`, (t) => {
    const failure = t.throws(() => usesAfterAssigning(unassigned, before, amount), { instanceOf: Failure });
    t.is(failure?.code, 'not_enough_uses');
  });
}

test('an entity gains the uses that the datacard loses', (t) => {
  const amount = fc.integer({ min: 1, max: 1000 });
  const property = fc.property(fc.array(amount), fc.nat(1000), amount, (assigned, spare, uses) => {
    const sum = assigned.reduce((left, each) => left + each, 0);
    const total = sum + spare;
    const unassigned = unassignedUses(total, sum);
    assert.equal(unassigned, spare);
    if (uses > unassigned) return;
    const [before = 0] = assigned;
    const after = usesAfterAssigning(unassigned, before, { uses });
    assert.equal(unassignedUses(total, sum - before + after), unassigned - uses);
  });
  t.notThrows(() => fc.assert(property));
});

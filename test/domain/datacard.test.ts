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

test('assigns uses while there are some, and unlimited ones of an unlimited datacard', (t) => {
  for (const [unassigned, before, amount, after] of [
    [10, 0, { uses: 3 }, 3],
    [10, 4, { uses: 3 }, 7],
    [10, 0, { uses: 10 }, 10],
    [-1, 4, { uses: 3 }, 7],
    [-1, 0, unlimited, -1],
    [-1, 4, unlimited, -1],
    [-1, -1, { uses: 3 }, -1],
    [-1, -1, unlimited, -1],
  ] as [number, number, Amount, number][])
    t.is(usesAfterAssigning(unassigned, before, amount), after);
});

test('refuses more than there are', (t) => {
  for (const [unassigned, before, amount] of [
    [10, 0, { uses: 11 }],
    [0, 10, { uses: 1 }],
    [10, 0, unlimited],
    [0, 0, unlimited],
    // More than an exact integer.
    [-1, Number.MAX_SAFE_INTEGER, { uses: 1 }],
  ] as [number, number, Amount][]) {
    const failure = t.throws(() => usesAfterAssigning(unassigned, before, amount), { instanceOf: Failure });
    t.is(failure?.code, 'not_enough_uses');
  }
});

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

import test from 'ava';
import { type Amount, UNLIMITED, unassignedUses, usesAfterAssigning } from '../../src/domain/datacard.js';
import { Failure } from '../../src/domain/failure.js';

const unlimited: Amount = { unlimited: true };

/** What is left of a datacard, what a place has, what it gets, and what it has then; nothing where there is not enough. */
const cases: [unassigned: number, before: number, amount: Amount, after?: number][] = [
  [10, 0, { uses: 3 }, 3],
  [10, 4, { uses: 3 }, 7],
  [10, 0, { uses: 10 }, 10],
  [-1, 4, { uses: 3 }, 7],
  [-1, 0, unlimited, -1],
  [-1, 4, unlimited, -1],
  [-1, -1, { uses: 3 }, -1],
  [-1, -1, unlimited, -1],
  [10, 0, { uses: 11 }],
  [0, 10, { uses: 1 }],
  [10, 0, unlimited],
  [0, 0, unlimited],
  // More than an exact integer.
  [-1, Number.MAX_SAFE_INTEGER, { uses: 1 }],
];

test('assigns uses while there are some, and unlimited ones of an unlimited datacard', (t) => {
  for (const [unassigned, before, amount, after] of cases) {
    const assign = () => usesAfterAssigning(unassigned, before, amount);
    if (after === undefined) t.is(t.throws(assign, { instanceOf: Failure }).code, 'not_enough_uses');
    else t.is(assign(), after);
  }
  t.is(UNLIMITED, -1);
  t.deepEqual([unassignedUses(10, 0), unassignedUses(10, 10), unassignedUses(-1, 3)], [10, 0, -1]);
});

import test from 'ava';
import { sets, testAccess } from '../helpers/access-matrix.js';
import { rows } from '../helpers/reference.js';

const [few, all] = [[sets[0], sets.at(-1)] as typeof sets, sets.slice(-1)];

// Permissions decide only for a valid token where one is needed; elsewhere, access.all.test.ts tries each of them.
testAccess(({ authentication }, { name, expected }) => {
  if (!authentication || expected !== 'valid') return all;
  return name === 'a valid token' ? sets : few;
});

test('the matrix is complete', (t) => {
  t.is(rows.length, 19);
  t.is(sets.length, 9);
});

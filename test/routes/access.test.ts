import test from 'ava';
import { sets, testAccess } from '../helpers/access-matrix.js';
import { rows } from '../helpers/reference.js';

const [none, all] = [sets.slice(0, 1), sets.slice(-1)];

// Permissions decide where a valid token is needed; elsewhere, access.all.test.ts tries each of them.
testAccess(({ authentication }, { expected }) => {
  if (!authentication) return all;
  return expected === 'valid' ? sets : [...none, ...all];
});

test('the matrix is complete', (t) => {
  t.is(rows.length, 19);
  t.is(sets.length, 9);
});

import test from 'ava';
import { power } from '../../src/demo/power.js';

test('powers are those of Math.pow but for the last bits', (t) => {
  for (const exponent of [0, 0.25, 1, 1.3, 1.5, 1.6, 2, 2.2, 3, 4]) {
    for (const base of [0, 1e-9, 0.002, 0.1, 0.5, 0.999, 1]) {
      const error = Math.abs(power(base, exponent) - base ** exponent);
      t.true(error <= 1e-13 * base ** exponent, `${base} ** ${exponent}`);
    }
  }
});

test('powers are the same to the bit on every machine', (t) => {
  t.is(power(0.3, 1.3), 0.20905359058078454);
  t.is(power(0.002, 0.7), 0.01290390024296431);
  t.is(power(0.9, 2.2), 0.7931101735123904);
});

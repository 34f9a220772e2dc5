import test from 'ava';
import { ProcessCounters } from '../../../src/server/rate-limit/process-counters.js';

/** Counts of one process. The trial `limits` sends the calls. */

const RATE = { limit: 3, window: 1000 };

test('a window begins with its first call and lasts its length, and the oldest gives its place to a new one', (t) => {
  const counters = new ProcessCounters(RATE, 2);
  for (const [key, now, count, resetAt] of [
    ['a', 0, 1, 1000],
    ['b', 10, 1, 1010],
    ['a', 999, 2, 1000],
    ['a', 1000, 1, 2000],
    ['b', 1009, 2, 1010],
    // There are two places: that of b, which is older, goes to c.
    ['c', 1009, 1, 2009],
    ['a', 1010, 2, 2000],
    ['b', 1010, 1, 2010],
    ['c', 1010, 2, 2009],
    ['a', 1011, 1, 2011],
  ] as const) {
    t.deepEqual(counters.hit(key, now), { count, resetAt }, `${key} ${now}`);
    t.deepEqual(counters.peek(key, now), { count, resetAt });
    t.true(counters.size <= 2);
  }
  t.is(counters.peek('c', 2009), undefined);
});

test('after a clock was set back, a window keeps its count and lasts no longer than its length', (t) => {
  const counters = new ProcessCounters(RATE, 10);
  const first = counters.hit('a', 10_000);
  t.deepEqual(counters.hit('a', 5000), { count: 2, resetAt: 6000 });
  t.deepEqual(counters.hit('a', 6000), { count: 1, resetAt: 7000 });
  t.is(first.count, 1, 'a returned window does not change later');
});

test('the count of an adopted window never decreases', (t) => {
  const counters = new ProcessCounters(RATE, 2);
  counters.adopt('a', { count: 7, resetAt: 500 }, 0);
  t.deepEqual(counters.hit('a', 1), { count: 8, resetAt: 500 });
  counters.adopt('a', { count: 3, resetAt: 500 }, 2);
  t.deepEqual(counters.peek('a', 2), { count: 8, resetAt: 500 });
  counters.adopt('a', { count: 1, resetAt: 1500 }, 600);
  t.deepEqual(counters.peek('a', 600), { count: 1, resetAt: 1500 }, 'another window');
});

import test from 'ava';
import fc from 'fast-check';
import type { Window } from '../../../src/domain/rate-limit.js';
import { ProcessCounters } from '../../../src/server/rate-limit/process-counters.js';

const LENGTH = 1000;
const RATE = { limit: 3, window: LENGTH };

/** A model of ProcessCounters in its simplest form: a list that is searched from end to end. */
class Model {
  windows: (Window & { key: string })[] = [];
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  hit(key: string, now: number): Window {
    this.windows = this.windows.filter((window) => window.resetAt > now);
    let window = this.windows.find((candidate) => candidate.key === key);
    if (!window) {
      if (this.windows.length === this.#capacity) this.windows.shift();
      window = { key, count: 0, resetAt: now + LENGTH };
      this.windows.push(window);
    }
    window.count += 1;
    return { count: window.count, resetAt: window.resetAt };
  }

  peek(key: string, now: number): Window | undefined {
    const window = this.windows.find((candidate) => candidate.key === key && candidate.resetAt > now);
    return window && { count: window.count, resetAt: window.resetAt };
  }
}

const step = fc.record({
  action: fc.constantFrom('hit' as const, 'hit' as const, 'hit' as const, 'peek' as const),
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  wait: fc.oneof(fc.constant(0), fc.nat(50), fc.constantFrom(LENGTH - 1, LENGTH, LENGTH + 1)),
});

test('counts are those of the model, in any order of calls, and fill no more than their places', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.array(step, { maxLength: 80 }), (capacity, steps) => {
      const [counters, model] = [new ProcessCounters(RATE, capacity), new Model(capacity)];
      let now = 1_700_000_000_000;
      for (const { action, key, wait } of steps) {
        now += wait;
        t.deepEqual(counters[action](key, now), model[action](key, now));
        t.true(counters.size <= capacity);
      }
    }),
    { numRuns: 300 },
  );
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

import test from 'ava';
import { formatTable } from '../../bench/format.js';
import { median, ratios } from '../../bench/statistics.js';

test('a table has three digits of each number, on the right', (t) => {
  const lines = [
    ['time', 1234.6],
    ['list', 0.98765],
    ['form', 12],
  ];
  t.is(
    formatTable({ head: ['Call', 'µs'], lines }),
    '| Call | µs |\n| --- | ---: |\n| time | 1,235 |\n| list | 0.988 |\n| form | 12 |',
  );
});

test('a ratio compares neighbouring rounds', (t) => {
  t.deepEqual(ratios([2, 30], [1, 10]), [2, 3]);
  t.throws(() => ratios([1], [1, 2]), { instanceOf: RangeError });
});

test('a median of an even number is in the middle of two', (t) => {
  t.is(median([4, 1, 3, 2]), 2.5);
  t.is(median([3, 1, 2]), 2);
  t.throws(() => median([]), { instanceOf: RangeError });
});

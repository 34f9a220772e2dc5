import test from 'ava';
import { median, ratios, single, summarize } from '../../bench/statistics.js';

const medians: [title: string, values: number[], expected: number][] = [
  ['one value is its own median', [7], 7],
  ['of an odd number it is the middle one, in any order', [9, 1, 5], 5],
  ['of an even number it is the mean of the two in the middle', [4, 1, 3, 2], 2.5],
  ['values are sorted as numbers', [10, 9, 100], 10],
  ['one disturbed round does not move it', [50, 51, 49, 50, 3], 50],
];

for (const [title, values, expected] of medians) {
  test(`median: ${title}`, (t) => t.is(median(values), expected));
}

test('median: the values stay in their order', (t) => {
  const values = [3, 1, 2];
  median(values);
  t.deepEqual(values, [3, 1, 2]);
});

test('an empty list has no summary', (t) => {
  t.throws(() => median([]), { instanceOf: RangeError });
  t.throws(() => summarize([]), { instanceOf: RangeError });
});

test('a summary has the median and both ends', (t) => {
  t.deepEqual(summarize([30, 10, 20]), { median: 20, least: 10, most: 30 });
  t.deepEqual(single(4), summarize([4]));
});

test('ratios are computed round by round', (t) => {
  t.deepEqual(ratios([1, 4, 9], [2, 4, 3]), [0.5, 1, 3]);
  t.throws(() => ratios([1, 2], [1]), { instanceOf: RangeError });
});

import test from 'ava';
import { median, ratios, single, summarize } from '../../bench/statistics.js';

const medians: [title: string, figures: number[], expected: number][] = [
  ['of one figure it is that figure', [7], 7],
  ['of an odd number it is the middle one, whatever their order', [9, 1, 5], 5],
  ['of an even number it lies between the two in the middle', [4, 1, 3, 2], 2.5],
  ['figures are compared as numbers', [10, 9, 100], 10],
  ['one round that was disturbed does not move it', [50, 51, 49, 50, 3], 50],
];

for (const [title, figures, expected] of medians) {
  test(`median: ${title}`, (t) => t.is(median(figures), expected));
}

test('median: the figures stay in their order', (t) => {
  const figures = [3, 1, 2];
  median(figures);
  t.deepEqual(figures, [3, 1, 2]);
});

test('there is no summary of nothing', (t) => {
  t.throws(() => median([]), { instanceOf: RangeError });
  t.throws(() => summarize([]), { instanceOf: RangeError });
});

test('a summary has the middle and both ends', (t) => {
  t.deepEqual(summarize([30, 10, 20]), { median: 20, least: 10, most: 30 });
  t.deepEqual(single(4), summarize([4]));
});

test('ratios are made round by round', (t) => {
  t.deepEqual(ratios([1, 4, 9], [2, 4, 3]), [0.5, 1, 3]);
  t.throws(() => ratios([1, 2], [1]), { instanceOf: RangeError });
});

import test from 'ava';
import { formatDuration, formatGoal, formatNumber, formatReached, formatSummary } from '../../bench/report/format.js';
import { single } from '../../bench/statistics.js';

const numbers: [number, string][] = [
  [0, '0'],
  [0.04567, '0.0457'],
  [0.5, '0.500'],
  [4.567, '4.57'],
  [98.76, '98.8'],
  [45_678.9, '45,679'],
];

for (const [number, expected] of numbers) {
  test(`${number} is shown as ${expected}`, (t) => t.is(formatNumber(number), expected));
}

test('a summary of several values shows the range', (t) => {
  t.is(formatSummary({ summary: { median: 0.8, least: 0.75, most: 0.9 } }), '0.800 (0.750–0.900)');
  t.is(formatSummary({ summary: single(120) }), '120');
});

const goals: [
  goal: { atLeast: number } | { atMost: number } | undefined,
  shown: string,
  value: number,
  reached: string,
][] = [
  [{ atLeast: 0.8 }, 'at least 0.8', 0.8, 'reached'],
  [{ atLeast: 0.8 }, 'at least 0.8', 0.79, 'falls short'],
  [{ atMost: 120 }, 'at most 120', 120, 'reached'],
  [{ atMost: 120 }, 'at most 120', 121, 'falls short'],
  [undefined, '', 5, ''],
];

for (const [goal, shown, value, reached] of goals) {
  test(`${value} with the goal ${shown || 'none'}: ${reached || 'no verdict'}`, (t) => {
    t.is(goal ? formatGoal(goal) : '', shown);
    const line = { what: '', unit: '', series: [], summary: single(value), ...(goal ? { goal } : {}) };
    t.is(formatReached(line), reached);
  });
}

test('a line that reaches its goal by one measure alone says so', (t) => {
  const line = { goal: { atLeast: 0.8 }, summary: single(0.9), byTime: single(0.7) };
  t.is(formatReached(line), 'reached; by processor time falls short');
  t.is(formatReached({ ...line, byTime: single(0.8) }), 'reached');
  t.is(formatReached({ ...line, summary: single(0.7), byTime: single(0.9) }), 'falls short; by processor time reached');
});

test('a duration is shown in seconds, and from a minute and a half on in minutes', (t) => {
  t.deepEqual([0.4, 89, 90, 870].map(formatDuration), ['0 s', '89 s', '2 minutes', '15 minutes']);
});

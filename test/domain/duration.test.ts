import test from 'ava';
import { counted, durationInWords } from '../../src/domain/duration.js';

const durations: [seconds: number, words: string][] = [
  [1, '1 second'],
  [90, '90 seconds'],
  [60, '1 minute'],
  [5400, '90 minutes'],
  [3600, '1 hour'],
  [86_400, '24 hours'],
  [172_800, '48 hours'],
  [259_200, '3 days'],
  [259_201, '259201 seconds'],
];

for (const [seconds, words] of durations) {
  test(`${seconds} s are ${words}`, (t) => t.is(durationInWords(seconds), words));
}

test('one is counted in the singular', (t) => {
  t.is(counted(1, 'refused call'), '1 refused call');
  t.is(counted(0, 'refused call'), '0 refused calls');
});

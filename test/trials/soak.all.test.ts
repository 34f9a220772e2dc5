import test from 'ava';
import { growthOf, type Measurement } from '../../trials/soak/measurement.js';
import { soak } from '../../trials/soak/soak.js';
import { testShortSize } from './run-trial.js';

testShortSize(soak);

const steady: Measurement = { resident: 100e6, reachable: 30e6, descriptors: 40, latency: 2 };
const series = (last: Partial<Measurement>) =>
  Array.from({ length: 20 }, (_, part) => ({ ...steady, ...(part >= 18 && last) }));
const all = ['resident', 'reachable', 'descriptors', 'latency'] as const;

test('what stays within its tolerance has not grown', (t) => {
  t.deepEqual(growthOf(series({}), all), []);
  t.deepEqual(growthOf(series({ resident: 145e6, reachable: 53e6, descriptors: 60, latency: 8 }), all), []);
});

test('growth beyond the tolerance is named, where it is judged', (t) => {
  const grown = series({ resident: 146e6, reachable: 54e6, descriptors: 61, latency: 8.1 });
  t.deepEqual(growthOf(grown, all), [
    'resident: 146.0 MB in the end, 100.0 at first',
    'reachable: 54.0 MB in the end, 30.0 at first',
    'descriptors: 61.0 descriptors in the end, 40.0 at first',
    'latency: 8.1 ms in the end, 2.0 at first',
  ]);
  t.deepEqual(growthOf(grown, ['descriptors']).length, 1);
});

test('growth during the first tenth is warming up', (t) => {
  const warming = series({}).map((each, part) => (part < 2 ? { ...each, resident: 10e6 } : each));
  t.deepEqual(growthOf(warming, all), []);
});

import test from 'ava';
import { Random } from '../../src/demo/random.js';

const draw = (random: Random) => Array.from({ length: 20 }, () => random.next());

test('the same seed and stream yield the same numbers, others yield others', (t) => {
  t.deepEqual(draw(new Random(1, 'a')), draw(new Random(1, 'a')));
  const draws = [new Random(1, 'a'), new Random(2, 'a'), new Random(1 + 2 ** 32, 'a'), new Random(-1, 'a')];
  const all = [...draws, new Random(1, 'b'), new Random(1, '')].map((random) => draw(random).join());
  t.is(new Set(all).size, all.length);
});

test('numbers spread over the whole range', (t) => {
  const random = new Random(1, 'spread');
  const counts = new Array<number>(10).fill(0);
  for (let count = 0; count < 100_000; count += 1) {
    const bucket = random.below(10);
    counts[bucket] = (counts[bucket] ?? Number.NaN) + 1;
  }
  t.is(counts.length, 10);
  for (const count of counts) t.true(count > 9500 && count < 10_500, counts.join());
});

test('skewed numbers stay below the limit, and low ones come far more often', (t) => {
  const random = new Random(1, 'skewed');
  const numbers = Array.from({ length: 10_000 }, () => random.skewed(100));
  t.true(numbers.every((number) => Number.isInteger(number) && number >= 0 && number < 100));
  t.true(numbers.filter((number) => number < 10).length > 4000);
  t.true(numbers.some((number) => number >= 90));
});

test('chances are as often as they say', (t) => {
  const random = new Random(1, 'chance');
  const often = (share: number) => Array.from({ length: 10_000 }, () => random.chance(share)).filter(Boolean).length;
  t.is(often(0), 0);
  t.is(often(1), 10_000);
  t.true(Math.abs(often(0.2) - 2000) < 200);
});

test('each choice is picked', (t) => {
  const random = new Random(1, 'pick');
  t.is(new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c']))).size, 3);
});

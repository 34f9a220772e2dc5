import type { Random } from '../../src/demo/random.js';

/** Numbers, times and ids without an end: an expression that tries each part in several ways is slow with them. */
const SHAPES: readonly [(length: number) => string, ...((length: number) => string)[]] = [
  (length) => '9'.repeat(length),
  (length) => `${'0'.repeat(length)}E`,
  (length) => `${'1'.repeat(length)}.`,
  (length) => `-${'1'.repeat(length)}e${'1'.repeat(length)}`,
  (length) => `.${'5'.repeat(length)}x`,
  (length) => `${' '.repeat(length)}7 x`,
  (length) => `1${' '.repeat(length)}x`,
  (length) => `Y${'1'.repeat(length)} D1`,
  (length) => `Year${' '.repeat(length)}12 Day 3, 05:00 x`,
  (length) => `Y12 D3${' '.repeat(length)}x`,
  (length) => `Y12D3, ${'0'.repeat(length)}:00`,
  (length) => `1:${'1'.repeat(length)}`,
  (length) => `${'1'.repeat(length)}:1`,
  (length) => `${'1:'.repeat(length / 2)}1`,
  (length) => `${'a '.repeat(length / 2)}\t`,
  (length) => `${','.repeat(length)};`,
];

const LENGTHS = [25, 60, 400, 1500, 4000, 15_000];

/** Returns a text of up to a length, or half as long again. */
export function longText(random: Random, most: number): string {
  const lengths = LENGTHS.filter((length) => length <= most) as [number, ...number[]];
  return random.pick(SHAPES)(random.pick(lengths));
}

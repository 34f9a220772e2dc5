import test from 'ava';
import { printable, quote } from '../../src/domain/printable.js';

const texts: [text: string, shown: string][] = [
  ['plain – é 🚀', 'plain – é 🚀'],
  ['\u001b[31m', '\\u001b[31m'],
  ['a\nb\tc\u0000', 'a\\u000ab\\u0009c\\u0000'],
  ['\u007f\u009b\u2028\u202e\u2066\ufeff', '\\u007f\\u009b\\u2028\\u202e\\u2066\\ufeff'],
  ['\ud83d', '\\ud83d'],
];

for (const [text, shown] of texts) {
  test(`${JSON.stringify(text)} is shown as ${shown}`, (t) => {
    t.is(printable(text), shown);
  });
}

const values: [value: unknown, shown: string][] = [
  ['a\u001b', '“a\\u001b”'],
  ['🚀'.repeat(61), `“${'🚀'.repeat(60)}…”`],
  ['🚀'.repeat(60), `“${'🚀'.repeat(60)}”`],
  ['x'.repeat(1_000_000), `“${'x'.repeat(60)}…”`],
  [5, '5'],
  [null, 'null'],
  [undefined, 'undefined'],
  [{ a: 1 }, 'an object'],
  [[1], 'a list'],
  [true, 'true'],
];

for (const [value, shown] of values) {
  test(`${shown} is how it is quoted`, (t) => {
    t.is(quote(value), shown);
  });
}

import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { parseGalacticTime } from '../../src/domain/galactic-time.js';

const word = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((c, i) => (upper[i] ? c.toUpperCase() : c.toLowerCase())).join(''));
const spaces = (minLength: number) => fc.string({ unit: fc.constantFrom(' ', '\t', '\n'), minLength, maxLength: 3 });
const digits = (min: number, max: number) => fc.tuple(fc.integer({ min, max }), fc.integer({ min: 0, max: 3 }));
const padded = ([value, zeros]: [number, number]) => '0'.repeat(zeros) + value;
const two = (value: number) => fc.boolean().map((pad) => (pad ? String(value).padStart(2, '0') : String(value)));

/** A text in one of the two grammars of the reference, section 4.2, with its timestamp. */
const galacticText = fc
  .record({
    years: digits(0, 285_000_000 - 1),
    days: digits(1, 365),
    clock: fc.constantFrom('none', 'minutes', 'seconds'),
    hours: fc.integer({ min: 0, max: 23 }),
    mins: fc.integer({ min: 0, max: 59 }),
    secs: fc.integer({ min: 0, max: 59 }),
    long: fc.boolean(),
  })
  .chain(({ years, days, clock, hours, mins, secs, long }) =>
    fc.record({
      expected: fc.constant({
        years: years[0],
        days: days[0],
        hours: clock === 'none' ? 0 : hours,
        mins: clock === 'none' ? 0 : mins,
        secs: clock === 'seconds' ? secs : 0,
      }),
      text: fc
        .tuple(
          spaces(0),
          long
            ? fc
                .tuple(word('Year'), spaces(1), spaces(1), word('Day'), spaces(1))
                .map(([year, a, b, day, c]) => `${year}${a}${padded(years)}${b}${day}${c}${padded(days)}`)
            : fc.tuple(word('Y'), word('D')).map(([y, d]) => `${y}${padded(years)}${d}${padded(days)}`),
          clock === 'none'
            ? fc.constant('')
            : fc
                .tuple(spaces(0), spaces(0), two(hours), two(mins), two(secs))
                .map(([a, b, h, m, s]) => `${a},${b}${h}:${m}${clock === 'seconds' ? `:${s}` : ''}`),
          spaces(0),
        )
        .map((parts) => parts.join('')),
    }),
  );

test('both grammars are read in any case, with any spaces, with and without a clock time', (t) => {
  const property = fc.property(galacticText, ({ text, expected }) => {
    assert.deepEqual(parseGalacticTime(text), expected);
  });
  t.notThrows(() => fc.assert(property, { numRuns: 2000 }));
});

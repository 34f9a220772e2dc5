import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { Failure } from '../../src/domain/failure.js';
import {
  EPOCH,
  formatGalacticTime,
  LAST_SECOND,
  parseGalacticTime,
  toGalacticTime,
  toTimestamp,
} from '../../src/domain/galactic-time.js';

// The vectors of wire.md, “Time”, and the two ends of the calendar.
const vectors: [string, number][] = [
  ['Year 0 Day 1', 912_668_400],
  ['Year 0 Day 1, 00:00:01', 912_668_401],
  ['Year 0 Day 365, 23:59:59', 912_668_400 + 365 * 86_400 - 1],
  ['Year 1 Day 1', 912_668_400 + 365 * 86_400],
  ['Year 12 Day 3', 1_291_273_200],
  ['Y20 D232', 1_563_346_800],
  ['Y20 D232, 19:59', 1_563_418_740],
  ['Year 25 Day 204, 05:00', 1_718_625_600],
  ['Year 27 Day 88, 05:12:14', 1_771_675_934],
  // Any case, spaces and zeros.
  ['\t yEAR  025\nDAY 000204 ,\t5:0 ', 1_718_625_600],
  ['y27d088,5:12:14\n', 1_771_675_934],
  ['YEAR 27 DAY 88,\n\n 05:12:14', 1_771_675_934],
];

test('the vectors of the wire contract', (t) => {
  t.is(EPOCH, Date.parse('1998-12-03T07:00:00Z') / 1000);
  for (const [text, timestamp] of vectors) {
    t.is(toTimestamp(parseGalacticTime(text)), timestamp, text);
    t.deepEqual(toGalacticTime(timestamp), parseGalacticTime(text), text);
  }
});

test('every timestamp from the epoch to the last exact integer survives a round trip', (t) => {
  const property = fc.property(fc.integer({ min: EPOCH, max: LAST_SECOND }), (timestamp) => {
    const time = toGalacticTime(timestamp);
    const { years, days, hours, mins, secs } = time;
    assert.ok([years, days, hours, mins, secs].every(Number.isSafeInteger));
    assert.ok(years >= 0 && days >= 1 && days <= 365);
    assert.ok(hours >= 0 && hours <= 23 && mins >= 0 && mins <= 59 && secs >= 0 && secs <= 59);
    assert.equal(toTimestamp(time), timestamp);
    assert.deepEqual(parseGalacticTime(formatGalacticTime(time)), time);
  });
  t.is(LAST_SECOND, 2 ** 53 - 1);
  t.notThrows(() => fc.assert(property, { numRuns: 2000, examples: [[EPOCH], [LAST_SECOND]] }));
});

const notGalactic: [problem: RegExp, texts: string[]][] = [
  [
    /not a galactic time/,
    ['', '12', 'Year 12', 'Year12 Day3', 'Year -1 Day 3', 'Year 1.5 Day 3', 'Y12D3, 5', 'Y12D305:00'],
  ],
  // Digits of other scripts are no digits of this grammar.
  [/not a galactic time/, ['Y12D3, 005:00', 'Y12D3, 05:00:00:00', 'Y12D3Y12D3', 'Y١٢D٣']],
  [/no day 0/, ['Y12D0']],
  [/no day 366/, ['Year 12 Day 366']],
  [/no hour 24/, ['Y12D3, 24:00']],
  [/no minute 60/, ['Y12D3, 23:60']],
  [/no second 60/, ['Y12D3, 23:59:60']],
  [/too large to be converted/, ['Y285616415D1', `Y${'9'.repeat(61)}D1`]],
  [/longer than 64 characters/, [`${'Y'.padStart(4)}${'9'.repeat(60)}D1`]],
];

test('what is no galactic time is refused, and the message shows the accepted forms', (t) => {
  const last = toGalacticTime(LAST_SECOND);
  const next = formatGalacticTime({ ...last, secs: last.secs + 1 });
  for (const [message, texts] of [...notGalactic, [/too large to be converted/, [next]] as const])
    for (const text of texts) {
      const failure = t.throws(() => parseGalacticTime(text), { instanceOf: Failure, message }, text);
      t.is(failure?.code, 'invalid_time', text);
      t.regex(failure?.message ?? '', /Send cgt as .* or time as/);
    }
});

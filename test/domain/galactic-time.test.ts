import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { Failure } from '../../src/domain/failure.js';
import {
  EPOCH,
  formatGalacticTime,
  LAST_SECOND,
  MAX_TIMESTAMP,
  parseGalacticTime,
  parseTimestamp,
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
];

for (const [text, timestamp] of vectors) {
  test(`${text} is ${timestamp}`, (t) => {
    t.is(toTimestamp(parseGalacticTime(text)), timestamp);
    t.deepEqual(toGalacticTime(timestamp), parseGalacticTime(text));
  });
}

test('the epoch is 1998-12-03T07:00:00Z', (t) => {
  t.is(EPOCH, Date.parse('1998-12-03T07:00:00Z') / 1000);
});

test('every timestamp from the epoch to the last exact integer survives a round trip', (t) => {
  const property = fc.property(fc.integer({ min: EPOCH, max: LAST_SECOND }), (timestamp) => {
    const time = toGalacticTime(timestamp);
    const { years, days, hours, mins, secs } = time;
    assert.ok([years, days, hours, mins, secs].every(Number.isSafeInteger));
    assert.ok(years >= 0 && days >= 1 && days <= 365);
    assert.ok(hours >= 0 && hours <= 23 && mins >= 0 && mins <= 59 && secs >= 0 && secs <= 59);
    assert.equal(toTimestamp(time), timestamp);
  });
  t.is(LAST_SECOND, 2 ** 53 - 1);
  t.notThrows(() => fc.assert(property, { numRuns: 2000, examples: [[EPOCH], [LAST_SECOND]] }));
});

test('a formatted time is read back', (t) => {
  const property = fc.property(fc.integer({ min: EPOCH, max: LAST_SECOND }), (timestamp) => {
    assert.equal(toTimestamp(parseGalacticTime(formatGalacticTime(toGalacticTime(timestamp)))), timestamp);
  });
  t.notThrows(() => fc.assert(property));
});

const notGalactic: [string, RegExp][] = [
  ['', /not a galactic time/],
  ['12', /not a galactic time/],
  ['Year 12', /not a galactic time/],
  ['Year12 Day3', /not a galactic time/],
  ['Year -1 Day 3', /not a galactic time/],
  ['Year 1.5 Day 3', /not a galactic time/],
  ['Y12D3, 5', /not a galactic time/],
  ['Y12D3, 005:00', /not a galactic time/],
  ['Y12D305:00', /not a galactic time/],
  ['Y12D3, 05:00:00:00', /not a galactic time/],
  ['Y12D3Y12D3', /not a galactic time/],
  // Digits of other scripts are no digits of this grammar.
  ['Y١٢D٣', /not a galactic time/],
  ['Y12D0', /no day 0/],
  ['Year 12 Day 366', /no day 366/],
  ['Y12D3, 24:00', /no hour 24/],
  ['Y12D3, 23:60', /no minute 60/],
  ['Y12D3, 23:59:60', /no second 60/],
  ['Y285616415D1', /too large to be converted/],
  [`Y${'9'.repeat(61)}D1`, /too large to be converted/],
  [`${'Y'.padStart(4)}${'9'.repeat(60)}D1`, /longer than 64 characters/],
];

for (const [text, problem] of notGalactic) {
  test(`“${text.slice(0, 40)}” is refused, and the message shows the accepted forms`, (t) => {
    const failure = t.throws(() => parseGalacticTime(text), { instanceOf: Failure, message: problem });
    t.is(failure?.code, 'invalid_time');
    t.regex(failure?.message ?? '', /Send cgt as .* or time as/);
  });
}

test('the last accepted year is the last with exact seconds', (t) => {
  const last = toGalacticTime(LAST_SECOND);
  t.is(toTimestamp(parseGalacticTime(formatGalacticTime(last))), LAST_SECOND);
  t.throws(() => parseGalacticTime(formatGalacticTime({ ...last, secs: last.secs + 1 })), {
    message: /too large to be converted/,
  });
});

const timestamps: [number | string, number][] = [
  [912_668_400, 912_668_400],
  [912_668_400.9, 912_668_400],
  ['912668400', 912_668_400],
  ['  1291273200 ', 1_291_273_200],
  ['+1291273200', 1_291_273_200],
  ['1291273200.999', 1_291_273_200],
  ['1291273200.', 1_291_273_200],
  // So near to the next second that a double would name that one.
  ['1291273200.99999999999', 1_291_273_200],
  ['1.2912732e9', 1_291_273_200],
  ['12912732005E-1', 1_291_273_200],
  ['99999999999', 99_999_999_999],
];

for (const [input, timestamp] of timestamps) {
  test(`time ${JSON.stringify(input)} is ${timestamp}`, (t) => {
    t.is(parseTimestamp(input), timestamp);
  });
}

test('any fraction of a second is cut off', (t) => {
  const whole = fc.integer({ min: EPOCH, max: MAX_TIMESTAMP });
  const fraction = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 30 });
  const property = fc.property(whole, fraction, (seconds, digits) => {
    assert.equal(parseTimestamp(`${seconds}.${digits}`), seconds);
  });
  t.notThrows(() => fc.assert(property, { examples: [[MAX_TIMESTAMP, '9'.repeat(30)]] }));
});

const notTimestamps: (number | string)[] = [
  912_668_399,
  '912668399',
  '912668399.99999999999',
  0,
  -1,
  '-1291273200',
  100_000_000_000,
  '1686347679374',
  9_007_199_254_740_992,
  '9007199254740992',
  '1e400',
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  'NaN',
  'Infinity',
  '',
  ' ',
  '.',
  '0x48c27395',
  '1_291_273_200',
  '1,291,273,200',
  '1291273200n',
  '12 91',
  'now',
];

for (const input of notTimestamps) {
  test(`time ${typeof input} ${JSON.stringify(input)} ${String(input)} is refused, and the message shows the accepted forms`, (t) => {
    const failure = t.throws(() => parseTimestamp(input), { instanceOf: Failure });
    t.is(failure?.code, 'invalid_time');
    t.regex(failure?.message ?? '', /Send cgt as .* or time as/);
  });
}

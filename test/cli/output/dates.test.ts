import test from 'ava';
import fc from 'fast-check';
import { isoDate, LAST_DATE, parseIsoDate } from '../../../src/cli/output/dates.js';
import { EPOCH } from '../../../src/domain/galactic-time.js';

const dates: [text: string, timestamp: number][] = [
  ['2010-12-02T07:00:00Z', 1291273200],
  ['2010-12-02T07:00Z', 1291273200],
  ['2010-12-02 07:00', 1291273200],
  ['  2010-12-02t07:00:00.999z ', 1291273200],
  ['2010-12-02T08:00+01:00', 1291273200],
  ['2010-12-02T02:30:00-0430', 1291273200],
  ['2010-12-02T12:00+05', 1291273200],
  ['2010-12-02', 1291248000],
  ['2000-02-29', 951782400],
  ['+010000-01-01T00:00:00Z', 253402300800],
  ['1970-01-01T00:00:00Z', 0],
];

for (const [text, timestamp] of dates) {
  test(`“${text}” is ${timestamp}`, (t) => {
    t.is(parseIsoDate(text), timestamp);
  });
}

for (const text of [
  '',
  '2010',
  '2010-12',
  '2010-13-01',
  '2010-00-01',
  '2010-02-30',
  '2001-02-29',
  '1900-02-29',
  '2010-12-00',
  '2010-12-02T24:00Z',
  '2010-12-02T07:60Z',
  '2010-12-02T07:00:60Z',
  '2010-12-02T07Z',
  '2010-12-02Z',
  '2010-12-02T07:00+24:00',
  '2010-12-02T07:00+01:60',
  '2010-12-02T07:00 CET',
  '02.12.2010',
  '-0001-01-01',
]) {
  test(`“${text}” is not a date`, (t) => {
    t.is(parseIsoDate(text), undefined);
  });
}

test('every timestamp of a date survives the way to a date and back', (t) => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (any) => {
      const timestamp = EPOCH + (Math.abs(any) % (LAST_DATE - EPOCH + 1));
      t.is(parseIsoDate(isoDate(timestamp)), timestamp);
    }),
  );
  t.is(isoDate(LAST_DATE), '+275760-09-13T00:00:00Z');
});

import test from 'ava';
import { refuses, run } from '../../helpers/cli/run.js';
import { NOW } from '../../helpers/galaxy.js';

const LINE = '1291273200\tYear 12 Day 3, 00:00:00\t2010-12-02T07:00:00Z\n';
const OTHER = '1718625600\tYear 25 Day 204, 05:00:00\t2024-06-17T12:00:00Z\n';

const NONE = { stdout: '', stderr: '' };

test('without a value, the current second is printed, and standard input is not read', async (t) => {
  for (const now of [NOW, NOW + 0.999]) {
    t.deepEqual(await run(['time'], { now, stdin: 'Y12D3' }), { ...NONE, code: 0, stdout: OTHER });
  }
  t.is((await run(['time', 'now', ' NOW'])).stdout, OTHER.repeat(2));
  t.deepEqual(JSON.parse((await run(['time', 'Y12D3', '--json'])).stdout), [
    { timestamp: 1291273200, cgt: 'Year 12 Day 3, 00:00:00', date: '2010-12-02T07:00:00Z' },
  ]);
});

const sames: string[][] = [
  ...[['--cgt', 'Year 12 Day 3'], ['--cgt=Y12D3, 00:00:00'], ['Year 12 Day 3'], ['Y12D3']],
  ...[['1291273200'], ['@1291273200'], ['1291273200.9'], ['@1291273200.5'], ['1291273200.0'], ['1.2912732e9']],
  ...[['2010-12-02T07:00Z'], ['2010-12-02T08:00:00+01:00'], ['2010-12-02T02:30:00-0430']],
  ...[['2010-12-02 07:00'], ['  2010-12-02t07:00:00.999z '], ['2010-12-02T12:00+05']],
];

test('a time is read in each form, and a fraction of a second is cut off', async (t) => {
  for (const argv of sames) {
    t.deepEqual(await run(['time', ...argv]), { ...NONE, code: 0, stdout: LINE }, argv.join(' '));
  }
});

test('values of options come first, and - inserts those of standard input', async (t) => {
  const options = ['--cgt', 'Y25D204, 05:00', '--cgt', 'Y12D3'];
  t.is((await run(['time', '1291273200', ...options])).stdout, OTHER + LINE + LINE);
  const { code, stdout } = await run(['time', 'Y12D3', '-', '1718625600'], { stdin: 'Y12D3\r\n1718625600\nY12D3' });
  t.deepEqual([code, stdout], [0, LINE + LINE + OTHER + LINE + OTHER]);
  await refuses(t, run(['time', '-', '-']), 2, 'standard input can only be read once; give - once');
  t.regex((await run(['time', '--cgt', '-'], { stdin: 'Y12D3' })).stderr, /--cgt “-”: this is not a galactic time/);
});

const refused: [argv: string[], message: string][] = [
  [['--cgt', 'Y12D366'], '--cgt “Y12D366”: there is no day 366: days run from 1 to 365'],
  [['--cgt', '1291273200'], '--cgt “1291273200”: this is not a galactic time; give a galactic time such as Y12D3 or'],
  [['2010-02-30'], '“2010-02-30”: there is no such date; give a date such as 2010-12-02,'],
  [['1998-12-02'], '“1998-12-02”: 912556800 is before Year 0 Day 1'],
  [['-5'], '“-5”: -5 is before Year 0 Day 1'],
  [['Y500000D1'], '“Y500000D1”: this is after the year 275760, the last that a date can have; give an earlier'],
  [['yesterday'], '“yesterday”: this is not a time; give one such as Y12D3, 1291273200, 2010-12-02T07:00Z or now'],
  [[''], '“”: this is not a time; give'],
  [['\x1b[31m'], '“\\x1b[31m”: this is not a time; give'],
  [['x'.repeat(5000)], `“${'x'.repeat(80)}…”: this is not a time; give`],
  [['now', '--tz', 'Mars/Olympus'], '--tz is “Mars/Olympus”; give the name of a time zone, such as Europe/Berlin or'],
  ...['2010-13-01', '2001-02-29', '1900-02-29', '2010-12-02T24:00Z', '2010-12-02T07:60Z', '2010-12-02T07:00+24:00'].map(
    (date): [string[], string] => [[date], `“${date}”: there is no such date`],
  ),
];

test('what is not a time is refused in one line', async (t) => {
  for (const [argv, message] of refused) {
    const { code, stdout, stderr } = await run(['time', ...argv]);
    t.deepEqual([code, stdout], [2, ''], argv.join(' '));
    t.true(stderr.startsWith(`svcapi: ${message}`), stderr);
    t.is(stderr.split('\n').length, 2);
  }
});

test('milliseconds are refused everywhere, and a galactic time and a date are never taken for them', async (t) => {
  for (const argv of [
    ['time', '1718625600000'],
    ['creditlog', '--since', '1718625600000'],
    ['events', '--until', '1718625600000'],
  ]) {
    await refuses(t, run(argv), 2, /is this in milliseconds\? Give Unix seconds/, argv.join(' '));
  }
  t.regex((await run(['time', 'Y5000D1', '+9000-01-01', '99999999999'])).stdout, /^(\d+\t.*\n){3}$/);
});

const zones: [zone: string, given: string, timestamp: number, date: string][] = [
  ['Europe/Berlin', '1291273200', 1291273200, '2010-12-02T08:00:00+01:00'],
  ['Europe/Berlin', '2010-12-02 08:00', 1291273200, '2010-12-02T08:00:00+01:00'],
  ['Europe/Berlin', '2010-12-02T07:00Z', 1291273200, '2010-12-02T08:00:00+01:00'],
  ['Asia/Kathmandu', '2010-12-02', 1291227300, '2010-12-02T00:00:00+05:45'],
  ['America/St_Johns', '2024-06-17T09:30', 1718625600, '2024-06-17T09:30:00-02:30'],
  ['UTC', '2010-12-02 07:00', 1291273200, '2010-12-02T07:00:00Z'],
  // The hour that is there twice, and the one that is not there.
  ['Europe/Berlin', '2024-10-27T02:30', 1729989000, '2024-10-27T02:30:00+02:00'],
  ['Europe/Berlin', '2024-03-31T02:30', 1711848600, '2024-03-31T03:30:00+02:00'],
];

test('dates are read and printed in the zone of --tz', async (t) => {
  for (const [zone, given, timestamp, date] of zones) {
    const { stdout } = await run(['time', given, '--tz', zone, '--json', 'timestamp,date']);
    t.deepEqual(JSON.parse(stdout), [{ timestamp, date }], `${given} in ${zone}`);
  }
});

test('valid lines are printed, an invalid one is reported with its number, and an empty one stays', async (t) => {
  const text = '\ufeffY12D3\nnöpe\r\n\nY12D366\nY12D3\n';
  for (const stdin of [text, Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte))]) {
    const { code, stdout, stderr } = await run(['time', 'Y12D3', '-'], { stdin });
    t.deepEqual([code, stdout], [2, `${LINE.repeat(2)}\n${LINE}`]);
    t.regex(
      stderr,
      /^svcapi: line 2 “nöpe”: this is not a time; .*\nsvcapi: line 4 “Y12D366”: there is no day 366: .*\n$/,
    );
  }
  function* endless() {
    for (;;) yield 'x'.repeat(65_536);
  }
  t.regex((await run(['time', '-'], { stdin: endless() })).stderr, /^svcapi: line 1 of the input does not end/);
  const stdin = '\nY12D3\n  \t\r\nx\n';
  t.is((await run(['time', '-', '--json', 'timestamp'], { stdin })).stdout, '[\n{"timestamp":1291273200}\n]\n');
  t.is((await run(['time', '-', '--output', 'csv', '--no-header'], { stdin })).stdout.trim().split('\n').length, 1);
  const latin1 = [Buffer.from('Y12D3\n\xff\nY12D3\n', 'latin1')];
  t.deepEqual(await run(['time', '-'], { stdin: latin1 }), {
    ...{ code: 2, stdout: LINE.repeat(2) },
    stderr: 'svcapi: line 2: it is not valid UTF-8; convert it with iconv\n',
  });
});

import { PassThrough } from 'node:stream';
import test from 'ava';
import { Kept, run, runIo } from '../../helpers/cli/run.js';
import { NOW } from '../../helpers/galaxy.js';
import { until } from '../../helpers/until.js';

const LINE = '1291273200\tYear 12 Day 3, 00:00:00\t2010-12-02T07:00:00Z\n';
const OTHER = '1718625600\tYear 25 Day 204, 05:00:00\t2024-06-17T12:00:00Z\n';

const TABLE = `\
┌────────────┬─────────────────────────┬──────────────────────┐
│  timestamp │ cgt                     │ date                 │
├────────────┼─────────────────────────┼──────────────────────┤
│ 1291273200 │ Year 12 Day 3, 00:00:00 │ 2010-12-02T07:00:00Z │
└────────────┴─────────────────────────┴──────────────────────┘
`;

test('without a value, the current time is printed', async (t) => {
  t.is(NOW, 1718625600);
  t.deepEqual(await run(['time']), { code: 0, stdout: OTHER, stderr: '' });
});

test('a fraction of the current second is cut off', async (t) => {
  t.is((await run(['time'], { now: NOW + 0.999 })).stdout, OTHER);
});

const values: string[][] = [
  ['--cgt', 'Year 12 Day 3'],
  ['--cgt=Y12D3, 00:00:00'],
  ['--time', '1291273200'],
  ['--time', '1.2912732e9'],
  ['--date', '2010-12-02T07:00Z'],
  ['--date', '2010-12-02T08:00:00+01:00'],
  ['Year 12 Day 3'],
  ['Y12D3'],
  ['1291273200'],
  ['@1291273200'],
  ['--time', '@1291273200'],
  ['2010-12-02T07:00Z'],
  ['2010-12-02 07:00'],
];

for (const argv of values) {
  test(`the same time: time ${argv.join(' ')}`, async (t) => {
    t.deepEqual(await run(['time', ...argv]), { code: 0, stdout: LINE, stderr: '' });
  });
}

test('a table of times on a terminal', async (t) => {
  t.is((await run(['time', 'Y12D3'], { terminal: 80, env: { NO_COLOR: '1' } })).stdout, TABLE);
});

test('JSON is a list, also for one value', async (t) => {
  const { stdout } = await run(['time', 'Y12D3', '--json']);
  t.deepEqual(JSON.parse(stdout), [
    { timestamp: 1291273200, cgt: 'Year 12 Day 3, 00:00:00', date: '2010-12-02T07:00:00Z' },
  ]);
});

test('values of options come first, each group in its order', async (t) => {
  const { stdout } = await run(['time', 'Y12D3', '--time', '1718625600', '--cgt', 'Y12D3', '--time', '1291273200']);
  t.is(stdout, OTHER + LINE + LINE + LINE);
});

test('- inserts values from standard input', async (t) => {
  const { code, stdout } = await run(['time', 'Y12D3', '-', '1718625600'], { stdin: 'Y12D3\r\n1718625600\nY12D3' });
  t.is(code, 0);
  t.is(stdout, LINE + LINE + OTHER + LINE + OTHER);
});

test('standard input is only read for -', async (t) => {
  t.is((await run(['time'], { stdin: 'Y12D3' })).stdout, OTHER);
});

const bad: [argv: string[], message: string][] = [
  [['--cgt', 'Y12D366'], 'svcapi: --cgt “Y12D366”: there is no day 366: days run from 1 to 365\n'],
  [
    ['--cgt', '1291273200'],
    'svcapi: --cgt “1291273200”: this is not a galactic time; give a galactic time such as Y12D3 or',
  ],
  [['--time', 'Y12D3'], 'svcapi: --time “Y12D3”: this time is not a number; give Unix seconds from 912668400\n'],
  [['--time', '912668399'], 'svcapi: --time “912668399”: 912668399 is before Year 0 Day 1, which is 912668400\n'],
  [['--date', '2010-02-30'], 'svcapi: --date “2010-02-30”: there is no such date; give a date such as 2010-12-02,'],
  [['--date', '1998-12-02'], 'svcapi: --date “1998-12-02”: 912556800 is before Year 0 Day 1'],
  [
    ['--time', '912668400'.padStart(65, '0')],
    `svcapi: --time “${'912668400'.padStart(65, '0')}”: this time is longer than 64`,
  ],
  [
    ['--date', `2010-12-02T07:00:00.${'0'.repeat(60)}Z`],
    `svcapi: --date “2010-12-02T07:00:00.${'0'.repeat(60)}…”: there is no such`,
  ],
  [['-5'], 'svcapi: “-5”: -5 is before Year 0 Day 1'],
  [['Y500000D1'], 'svcapi: “Y500000D1”: this is after the year 275760, the last that a date can have; give an earlier'],
  [
    ['yesterday'],
    'svcapi: “yesterday”: this is not a time; give one such as Y12D3, 1291273200, 2010-12-02T07:00Z or now\n',
  ],
  [[''], 'svcapi: “”: this is not a time; give'],
  [['\x1b[31m'], 'svcapi: “\\x1b[31m”: this is not a time; give'],
  [['x'.repeat(5000)], `svcapi: “${'x'.repeat(80)}…”: this is not a time; give`],
];

for (const [argv, message] of bad) {
  test(`refused: time ${argv.join(' ').slice(0, 40).replace('\x1b', 'ESC')}`, async (t) => {
    const { code, stdout, stderr } = await run(['time', ...argv]);
    t.is(code, 2);
    t.is(stdout, '');
    t.true(stderr.startsWith(message), stderr);
    t.is(stderr.split('\n').length, 2, 'one line');
  });
}

test('valid values are printed, and an invalid one is reported with its line', async (t) => {
  const { code, stdout, stderr } = await run(['time', 'Y12D3', '-'], { stdin: 'Y12D3\nnope\n\nY12D366\nY12D3\n' });
  t.is(code, 2);
  t.is(stdout, `${LINE.repeat(2)}\n${LINE}`);
  t.regex(
    stderr,
    /^svcapi: line 2 “nope”: this is not a time; .*\nsvcapi: line 4 “Y12D366”: there is no day 366: .*\n$/,
  );
});

test('an empty line of standard input stays an empty line', async (t) => {
  const stdin = '\nY12D3\n  \t\r\nY12D3\n';
  t.deepEqual(await run(['time', '-'], { stdin }), { code: 0, stdout: `\n${LINE}\n${LINE}`, stderr: '' });
  t.deepEqual(JSON.parse((await run(['time', '-', '--json', 'timestamp'], { stdin })).stdout), [
    { timestamp: 1291273200 },
    { timestamp: 1291273200 },
  ]);
  t.is((await run(['time', '-', '--output', 'csv', '--no-header'], { stdin })).stdout.trim().split('\n').length, 2);
});

test('an interruption says with which line to continue, and leaves complete JSON', async (t) => {
  const stdin = new PassThrough();
  stdin.write('Y12D3\n\nY12D3\n');
  let interrupt = (_signal: 'SIGTERM') => {};
  const stdout = new Kept();
  const ran = runIo(['time', '-', '--json', 'timestamp'], {
    stdin,
    stdout,
    onInterrupt(listener) {
      interrupt = listener;
      return () => {};
    },
  });
  await until(() => stdout.text.split('timestamp').length === 3, { what: 'both lines are printed' });
  interrupt('SIGTERM');
  const { code, stderr } = await ran;
  t.is(stderr, 'svcapi: interrupted by SIGTERM: not all lines were read; continue with line 4, as tail -n +4 does\n');
  t.is(code, 143);
  t.is((JSON.parse(stdout.text) as unknown[]).length, 2);
});

test('an interruption does not wait for the lines that have been read already', async (t) => {
  const stdin = new PassThrough();
  stdin.write('Y12D3\n'.repeat(9000));
  let interrupt = (_signal: 'SIGINT') => {};
  const stdout = new Kept();
  const write = stdout._write.bind(stdout);
  stdout._write = (...all) => {
    interrupt('SIGINT');
    write(...all);
  };
  const { code } = await runIo(['time', '-', '--json', 'timestamp'], {
    stdin,
    stdout,
    onInterrupt(listener) {
      interrupt = listener;
      return () => {};
    },
  });
  t.is(code, 130);
  t.true((JSON.parse(stdout.text) as unknown[]).length < 9000);
});

test('now is the current time', async (t) => {
  t.deepEqual(await run(['time', 'now', ' NOW']), { code: 0, stdout: OTHER.repeat(2), stderr: '' });
});

test('a fraction of a second is cut off', async (t) => {
  const values = ['1291273200.9', '@1291273200.5', '2010-12-02T07:00:00.25Z', '1291273200.0', '1.2912732e9'];
  t.deepEqual(await run(['time', ...values]), { code: 0, stdout: LINE.repeat(5), stderr: '' });
});

const zones: [zone: string, given: string, timestamp: number, date: string][] = [
  ['Europe/Berlin', '1291273200', 1291273200, '2010-12-02T08:00:00+01:00'],
  ['Europe/Berlin', '2010-12-02 08:00', 1291273200, '2010-12-02T08:00:00+01:00'],
  ['Europe/Berlin', '2010-12-02T07:00Z', 1291273200, '2010-12-02T08:00:00+01:00'],
  ['Asia/Kathmandu', '2010-12-02', 1291227300, '2010-12-02T00:00:00+05:45'],
  ['America/St_Johns', '2024-06-17T09:30', 1718625600, '2024-06-17T09:30:00-02:30'],
  ['UTC', '2010-12-02 07:00', 1291273200, '2010-12-02T07:00:00Z'],
  ['Europe/Berlin', '2024-10-27T02:30', 1729989000, '2024-10-27T02:30:00+02:00'],
  ['Europe/Berlin', '2024-03-31T02:30', 1711848600, '2024-03-31T03:30:00+02:00'],
  ['Europe/Berlin', '12010-07-01T12:00', 316847498400, '+012010-07-01T12:00:00+02:00'],
];

for (const [zone, given, timestamp, date] of zones) {
  test(`the date in a zone: ${given} in ${zone}`, async (t) => {
    const { stdout } = await run(['time', given, '--tz', zone, '--json', 'timestamp,date']);
    t.deepEqual(JSON.parse(stdout), [{ timestamp, date }]);
  });
}

test('an unknown zone is refused', async (t) => {
  t.deepEqual(await run(['time', 'now', '--tz', 'Mars/Olympus']), {
    code: 2,
    stdout: '',
    stderr: 'svcapi: --tz is “Mars/Olympus”; give the name of a time zone, such as Europe/Berlin or UTC\n',
  });
});

test('a line that is not valid UTF-8 is named, and the next ones are read', async (t) => {
  const { code, stdout, stderr } = await run(['time', '-'], { stdin: [Buffer.from('Y12D3\n\xff\nY12D3\n', 'latin1')] });
  t.is(code, 2);
  t.is(stdout, LINE.repeat(2));
  t.is(stderr, 'svcapi: line 2: it is not valid UTF-8; convert it with iconv\n');
});

test('JSON is complete when values are invalid', async (t) => {
  t.deepEqual(JSON.parse((await run(['time', 'x', 'Y12D3', '--json', 'timestamp'])).stdout), [
    { timestamp: 1291273200 },
  ]);
  t.deepEqual(JSON.parse((await run(['time', 'x', '--json'])).stdout), []);
});

test('after twenty invalid values further ones are only counted', async (t) => {
  const { stderr } = await run(['time', '-'], { stdin: 'x\n'.repeat(1000) });
  t.is(stderr.trim().split('\n').length, 21);
  t.true(stderr.endsWith('svcapi: 980 more values are invalid\n'));
});

test('standard input can only be read once', async (t) => {
  const { code, stderr } = await run(['time', '-', '-']);
  t.is(code, 2);
  t.is(stderr, 'svcapi: standard input can only be read once; give - once\n');
});

test('- is not special as the value of a flag', async (t) => {
  t.regex(
    (await run(['time', '--cgt', '-'], { stdin: 'Y12D3' })).stderr,
    /^svcapi: --cgt “-”: this is not a galactic time/,
  );
});

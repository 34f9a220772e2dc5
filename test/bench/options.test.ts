import test from 'ava';
import { readOptions, UsageError } from '../../bench/options.js';

const reports: [argv: string[], report: string | undefined][] = [
  [[], 'docs/performance.md'],
  [['--force', '--rounds', '7'], 'docs/performance.md'],
  [['--quick'], undefined],
  [['--only', 'time'], undefined],
  [['--quick', '--report', 'quick.md'], 'quick.md'],
];

for (const [argv, report] of reports) {
  test(`“${argv.join(' ')}” writes ${report === undefined ? 'no report' : `the report to ${report}`}`, (t) =>
    t.is(readOptions(argv).report, report));
}

test('--quick takes fewer rounds, unless --rounds says otherwise', (t) => {
  t.is(readOptions([]).rounds, 5);
  t.is(readOptions(['--quick']).rounds, 3);
  t.is(readOptions(['--quick', '--rounds', '9']).rounds, 9);
});

const wrong: string[][] = [['--rounds', '0'], ['--rounds', 'five'], ['--seconds', '-1'], ['--loud'], ['time']];

for (const argv of wrong) {
  test(`“${argv.join(' ')}” is a usage error`, (t) =>
    void t.throws(() => readOptions(argv), { instanceOf: UsageError }));
}

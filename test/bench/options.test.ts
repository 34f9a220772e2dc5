import test from 'ava';
import { readOptions, UsageError } from '../../bench/options.js';

const reports: [argv: string[], report: string | undefined][] = [
  [[], 'docs/performance.md'],
  [['--force', '--rounds', '7'], 'docs/performance.md'],
  [['--quick'], undefined],
  [['--only', 'time'], undefined],
  [['--quick', '--report', 'look.md'], 'look.md'],
];

for (const [argv, report] of reports) {
  test(`the report of “${argv.join(' ')}” goes to ${report ?? 'nowhere'}`, (t) =>
    t.is(readOptions(argv).report, report));
}

test('a look takes fewer rounds than a measurement', (t) => {
  t.is(readOptions([]).rounds, 5);
  t.is(readOptions(['--quick']).rounds, 3);
  t.is(readOptions(['--quick', '--rounds', '9']).rounds, 9);
});

const wrong: string[][] = [['--rounds', '0'], ['--rounds', 'five'], ['--seconds', '-1'], ['--loud'], ['time']];

for (const argv of wrong) {
  test(`“${argv.join(' ')}” is refused`, (t) => void t.throws(() => readOptions(argv), { instanceOf: UsageError }));
}

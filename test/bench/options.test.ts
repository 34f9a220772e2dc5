import test from 'ava';
import { readOptions, UsageError } from '../../bench/options.js';

const runs: [argv: string[], record: boolean][] = [
  [[], true],
  [['--force', '--rounds', '7'], true],
  [['--quick'], false],
  [['--only', 'time'], false],
  [['--json', 'run.json'], false],
];

for (const [argv, record] of runs) {
  test(`“${argv.join(' ')}” ${record ? 'records its run' : 'records nothing'}`, (t) =>
    t.is(readOptions(argv).record, record));
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

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { canRecord } from '../../trials/power/recording.js';
import { trials } from '../../trials/registry.js';
import { recorded } from '../../trials/results.js';
import { hasDestinations } from '../../trials/signals/program.js';
import { root } from '../docs/markdown.js';
import { until } from '../helpers/until.js';
import { CRASHES, startTrial, testShortSize } from './run-trial.js';

const missing: Record<string, string | undefined> = {
  power: canRecord() ? undefined : 'strace',
  signals: hasDestinations() ? undefined : 'Linux and script',
};

for (const trial of trials.filter(({ name }) => !CRASHES.includes(name))) testShortSize(trial, missing[trial.name]);

test('a recorded result is of full size, and of a trial that exists', (t) => {
  const results = recorded(root);
  t.is(new Set(results.map(({ trial, backend }) => `${trial} ${backend}`)).size, results.length);
  for (const { trial, backend, size } of results) {
    const known = trials.find(({ name }) => name === trial);
    t.true(known?.backends.includes(backend), trial);
    t.true(size >= (known?.fullSize ?? 0), trial);
  }
});

test('a wrong argument ends with 2, a violation with 1, and each says how to go on', async (t) => {
  const repeated =
    /VIOLATION: 14:\d 4:\d: \d+, not \d+\n {2}to repeat it: .* kill --on sqlite --seed 3 --from \d --size 1/;
  const endings: [argv: string, status: number, message: RegExp][] = [
    ['kil', 2, /no trial “kil”. Choose from: kill, /],
    ['kill --on mysql', 2, /“mysql”. Choose from sqlite, postgres, redis/],
    ['kill --plant x', 2, /no fault “x”. Choose from twice, uses/],
    ['kill --on sqlite --size 2 --seed 3 --plant uses', 1, repeated],
  ];
  for (const [argv, expected, message] of endings) {
    const { code, stderr } = await startTrial(argv.split(' ')).ended;
    t.is(code, expected, `${argv}: ${stderr}`);
    t.regex(stderr, message);
  }
});

test('an interrupted trial ends with 130 and leaves nothing behind', async (t) => {
  const { child, cache, ended } = startTrial('kill --on sqlite --size 1000'.split(' '));
  const runs = join(cache, 'svcapi-bench');
  await until(() => existsSync(runs) && readdirSync(runs).length > 0, { what: 'the trial has a folder' });
  child.kill('SIGINT');
  t.is((await ended).code, 130);
  t.deepEqual(readdirSync(runs), []);
});

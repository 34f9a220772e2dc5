import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { trials } from '../../trials/registry.js';
import { until } from '../helpers/until.js';
import { runTrial, startTrial } from './run-trial.js';

test('--list has every trial with its full size', async (t) => {
  const { status, stdout } = await runTrial('--list');
  t.is(status, 0);
  for (const { name, fullSize } of trials)
    t.regex(stdout, new RegExp(`^${name} +${fullSize.toLocaleString('en')} `, 'm'));
});

test('a wrong argument ends with 2, and names the accepted ones', async (t) => {
  const wrong: [argv: string, message: RegExp][] = [
    ['', /Name a trial: kill, /],
    ['kil', /no trial “kil”. Choose from: kill, /],
    ['kill --on mysql', /“mysql”. Choose from sqlite, postgres, redis/],
    ['kill --size many', /“many”; give a whole number/],
    ['kill --plant x', /no fault “x”. Choose from twice, uses/],
    ['kill --loud', /--loud/],
  ];
  for (const [argv, message] of wrong) {
    const { status, stderr } = await runTrial(...argv.split(' ').filter(Boolean));
    t.is(status, 2, argv);
    t.regex(stderr, message);
  }
});

test('a violation ends with 1, and with the command that repeats it', async (t) => {
  const { status, stderr } = await runTrial('kill', '--on', 'sqlite', '--size', '2', '--seed', '3', '--plant', 'uses');
  t.is(status, 1, stderr);
  t.regex(
    stderr,
    /VIOLATION: 14:\d 4:\d: \d+, not \d+\n {2}to repeat it: .* kill --on sqlite --seed 3 --from \d --size 1/,
  );
});

test('an interrupted trial ends with 130 and leaves nothing behind', async (t) => {
  const { child, cache } = startTrial(['kill', '--on', 'sqlite', '--size', '1000']);
  const ended = once(child, 'exit');
  const runs = join(cache, 'svcapi-bench');
  await until(() => existsSync(runs) && readdirSync(runs).length > 0, { what: 'the trial has a folder' });
  child.kill('SIGINT');
  t.is((await ended)[0], 130);
  t.deepEqual(readdirSync(runs), []);
});

import test from 'ava';
import { UsageError } from '../../bench/options.js';
import { readArguments } from '../../trials/arguments.js';
import { whyUnavailable } from '../../trials/backends/addresses.js';
import { trials } from '../../trials/registry.js';
import { type Result, recorded, renderReliability } from '../../trials/results.js';
import { type Plan, Task } from '../../trials/task.js';
import { root } from '../docs/markdown.js';

const plan: Plan = { backend: 'sqlite', size: 3, from: 5, seed: 1, folder: '/nonexistent' };
const unwatched = { progressed: () => {}, violated: () => {} };

test('a recorded result is of full size, and of a trial that exists', (t) => {
  const results = recorded(root);
  t.is(new Set(results.map(({ trial, backend }) => `${trial} ${backend}`)).size, results.length);
  for (const { trial, backend, size, faults } of results) {
    const known = trials.find(({ name }) => name === trial);
    t.true(known?.backends.includes(backend), trial);
    t.true(size >= (known?.fullSize ?? 0), trial);
    t.deepEqual(faults, Object.keys(known?.faults ?? {}), `${trial} has other faults now: run it again`);
  }
});

test('the page shows violations, and what was not run', (t) => {
  const [trial] = trials;
  const result: Result = {
    ...{
      trial: trial?.name ?? '',
      backend: 'sqlite',
      date: '2030-01-02',
      version: '1.0.0',
      size: 1234,
      seed: 7,
      seconds: 30,
    },
    machine: { processor: 'CPU', cores: 2, memory: '4 GB', kernel: 'Linux', node: 'v20' },
    counts: { 'things seen': 4321 },
    violations: [{ case: 12, what: 'a use is lost' }],
    faults: [],
  };
  const page = renderReliability(trials, [result]);
  t.regex(page, /\| SQLite: 1,234 \w+, \*\*1 violation\*\*<br>PostgreSQL: not yet \|/);
});

const wrong: [string[], RegExp][] = [
  [[], /Name a trial: kill, /],
  [['kil'], /no trial “kil”. Choose from kill, /],
  [['kill', '--on', 'mysql'], /“mysql”. Choose from sqlite, postgres, redis/],
  [['kill', '--size', 'many'], /“many”; give a whole number/],
  [['kill', '--loud'], /--loud/],
];

for (const [argv, message] of wrong) {
  test(`“${argv.join(' ')}” is a usage error`, (t) =>
    void t.throws(() => readArguments(argv, trials), { instanceOf: UsageError, message }));
}

test('a backend without an address is named, with what to set', (t) => {
  const env = { SVCAPI_TEST_REDIS_URL: 'redis://127.0.0.1:6379' };
  t.is(whyUnavailable('postgres', env), 'PostgreSQL has no address: set SVCAPI_TEST_POSTGRES_URL');
  t.is(whyUnavailable('redis', env), undefined);
  t.is(whyUnavailable('sqlite', env), undefined);
});

test('a case has the same random numbers for the same seed, alone or not', (t) => {
  const numbers = (seed: number, number: number) => new Task({ ...plan, seed }, unwatched).random(number).below(1e9);
  t.is(numbers(1, 5), numbers(1, 5));
  t.not(numbers(1, 5), numbers(1, 6));
  t.not(numbers(1, 5), numbers(2, 5));
});

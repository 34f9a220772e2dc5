import test from 'ava';
import { whyUnavailable } from '../../trials/backends/postgres.js';
import { trials } from '../../trials/registry.js';
import { recorded, renderReliability } from '../../trials/results.js';
import { type Plan, Task } from '../../trials/trial.js';
import { root } from '../docs/markdown.js';

test('a recorded result is of full size, and of a trial that exists', (t) => {
  const results = recorded(root);
  t.is(new Set(results.map(({ trial, backend }) => `${trial} ${backend}`)).size, results.length);
  for (const { trial, backend, size } of results) {
    const known = trials.find(({ name }) => name === trial);
    t.true(known?.backends.includes(backend), trial);
    t.true(size >= (known?.fullSize ?? 0), trial);
  }
});

test('the page shows violations, and what was not run', (t) => {
  const [result] = recorded(root).filter(({ trial, backend }) => trial === 'kill' && backend === 'sqlite');
  if (!result) return t.fail();
  const page = renderReliability(trials, [
    { ...result, size: 1234, violations: [{ case: 12, what: 'a use is lost' }] },
  ]);
  t.regex(page, /\| SQLite: 1,234 \w+, \*\*1 violation\*\*<br>PostgreSQL: not yet \|/);
});

test('a backend without an address is named, with what to set', (t) => {
  const env = { SVCAPI_TEST_REDIS_URL: 'redis://127.0.0.1:6379' };
  t.is(whyUnavailable('postgres', env), 'PostgreSQL has no address: set SVCAPI_TEST_POSTGRES_URL');
  t.is(whyUnavailable('redis', env), undefined);
  t.is(whyUnavailable('sqlite', env), undefined);
});

test('a case has the same random numbers for the same seed', (t) => {
  const plan: Plan = { backend: 'sqlite', size: 3, from: 5, seed: 1, folder: '/nonexistent' };
  const numbers = (seed: number, number: number) => new Task({ ...plan, seed }).random(number).below(1e9);
  t.is(numbers(1, 5), numbers(1, 5));
  t.not(numbers(1, 5), numbers(1, 6));
  t.not(numbers(1, 5), numbers(2, 5));
});

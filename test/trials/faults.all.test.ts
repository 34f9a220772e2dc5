import { spawnSync } from 'node:child_process';
import test from 'ava';
import { faults } from '../../trials/faults/faults.js';
import { hasPostgres } from '../helpers/servers/postgres-server.js';
import { testShortSize } from './run-trial.js';

const hasAll =
  process.getuid?.() === 0 &&
  hasPostgres &&
  ['prlimit', 'redis-server'].every((program) => spawnSync(program, ['--version']).error === undefined);

if (hasAll) testShortSize(faults);
else
  test.skip('the trial faults finds its planted faults, and nothing else (needs root, PostgreSQL, Redis and prlimit)', () => {});

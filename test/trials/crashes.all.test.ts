import { spawnSync } from 'node:child_process';
import { trials } from '../../trials/registry.js';
import { hasPostgres } from '../helpers/servers/postgres-server.js';
import { CRASHES, testShortSize } from './run-trial.js';

const hasPrograms = ['prlimit', 'redis-server'].every((program) => !spawnSync(program, ['--version']).error);
const isPossible = process.getuid?.() === 0 && hasPostgres && hasPrograms;

// Beside the others, since these take longest, and the week beside them.
for (const trial of trials.filter(({ name }) => CRASHES.includes(name) && name !== 'week')) {
  testShortSize(trial, trial.name === 'faults' && !isPossible ? 'root, PostgreSQL, Redis and prlimit' : undefined);
}

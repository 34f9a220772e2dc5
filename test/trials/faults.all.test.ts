import { spawnSync } from 'node:child_process';
import { faults } from '../../trials/faults/faults.js';
import { hasPostgres } from '../helpers/servers/postgres-server.js';
import { testShortSize } from './run-trial.js';

const hasPrograms = ['prlimit', 'redis-server'].every((program) => !spawnSync(program, ['--version']).error);
const isPossible = process.getuid?.() === 0 && hasPostgres && hasPrograms;

testShortSize(faults, isPossible ? undefined : 'root, PostgreSQL, Redis and prlimit');

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { script } from '../../bench/environment.js';
import { query } from '../../test/helpers/database.js';
import { until } from '../../test/helpers/until.js';
import { type Backend, backendNames } from '../trial.js';
import type { Database } from './database.js';

const VARIABLES = { postgres: 'SVCAPI_TEST_POSTGRES_URL', redis: 'SVCAPI_TEST_REDIS_URL' };

/** Returns the message of a backend that cannot be used; undefined where it can. */
export function whyUnavailable(backend: Backend): string | undefined {
  if (backend === 'sqlite' || addressOf(backend) !== '') return undefined;
  return `${backendNames[backend]} has no address: set ${VARIABLES[backend]}`;
}

/** Returns the address of a server that is known to be there: the trials make databases of their own on it. */
export function addressOf(backend: 'postgres' | 'redis'): string {
  return process.env[VARIABLES[backend]] ?? '';
}

const names = new Set<string>();

// An interrupted trial leaves nothing behind, and nothing asynchronous runs when a process ends.
process.once('exit', () => {
  if (names.size === 0) return;
  const env = { ...process.env, SVCAPI_TRIAL_POSTGRES_URL: addressOf('postgres') };
  spawnSync(process.execPath, [script('../trials/backends/drop-databases.js'), ...names], { env });
});

/** Creates a database on the PostgreSQL server, as a copy where a name is given. It is dropped when the process ends. */
export async function newPostgresDatabase(original?: string): Promise<Database & { name: string }> {
  const server = addressOf('postgres');
  const name = `svcapi_trial_${process.pid}_${randomBytes(4).toString('hex')}`;
  names.add(name);
  await query(server, `create database ${name} template ${original ?? 'template0'}`);
  const address = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  return {
    ...{ name, address },
    async execute(sql) {
      await query(address, sql);
    },
    async settle() {
      const open = `select 1 from pg_stat_activity where datname = '${name}'`;
      await until(async () => (await query(server, open)).length === 0, { what: 'no connection is left' });
    },
    async remove() {
      await query(server, `drop database if exists ${name} with (force)`);
      names.delete(name);
    },
  };
}

import type { Backend } from '../trial.js';

const SERVERS = {
  postgres: { name: 'PostgreSQL', variable: 'SVCAPI_TEST_POSTGRES_URL' },
  redis: { name: 'Redis', variable: 'SVCAPI_TEST_REDIS_URL' },
};

/** Returns the message of a backend that cannot be used; undefined where it can. */
export function whyUnavailable(backend: Backend, env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (backend === 'sqlite' || env[SERVERS[backend].variable]) return undefined;
  const { name, variable } = SERVERS[backend];
  return `${name} has no address: set ${variable}`;
}

/** Returns the address of a server that is known to be there: the trials make databases of their own on it. */
export function addressOf(backend: 'postgres' | 'redis'): string {
  return process.env[SERVERS[backend].variable] ?? '';
}

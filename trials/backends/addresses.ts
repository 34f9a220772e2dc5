import type { Backend } from '../trial.js';

/** The addresses of the servers that trials use. */
export interface Addresses {
  postgres: string | undefined;
  redis: string | undefined;
}

let addresses: Addresses = { postgres: undefined, redis: undefined };

/** Sets the addresses for all trials of this process. */
export function useBackends({ postgres, redis }: Addresses): void {
  addresses = { postgres, redis };
}

/** Returns the message of a backend that cannot be used; undefined where it can. */
export function whyUnavailable(backend: Backend): string | undefined {
  if (backend === 'sqlite' || addresses[backend] !== undefined) return undefined;
  const { name, variable } = { postgres: POSTGRES, redis: REDIS }[backend];
  return `${name} has no address. Set ${variable}, or use --${backend}`;
}

const POSTGRES = { name: 'PostgreSQL', variable: 'SVCAPI_TEST_POSTGRES_URL' };
const REDIS = { name: 'Redis', variable: 'SVCAPI_TEST_REDIS_URL' };

/** Returns the address of a server that is known to be there. */
export function addressOf(backend: 'postgres' | 'redis'): string {
  return addresses[backend] ?? '';
}

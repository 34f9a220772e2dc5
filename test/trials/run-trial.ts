import { type SpawnSyncReturns, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { type Backend, backendNames, type Trial } from '../../trials/trial.js';
import { temporaryFolder } from '../helpers/folder.js';

const PROGRAM = fileURLToPath(new URL('../../trials/run-trials.js', import.meta.url));

const VARIABLES: Partial<Record<Backend, string>> = {
  postgres: 'SVCAPI_TEST_POSTGRES_URL',
  redis: 'SVCAPI_TEST_REDIS_URL',
};

/** Starts `npm run trial` without its build, with a cache of its own. */
export function startTrial(args: string[]) {
  const { PATH, SVCAPI_TEST_POSTGRES_URL, SVCAPI_TEST_REDIS_URL } = process.env;
  const env = { PATH, SVCAPI_TEST_POSTGRES_URL, SVCAPI_TEST_REDIS_URL, XDG_CACHE_HOME: temporaryFolder() };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return { child, cache: env.XDG_CACHE_HOME };
}

/** Runs `npm run trial` to its end. */
export async function runTrial(
  ...args: string[]
): Promise<Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'>> {
  const { child } = startTrial(args);
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status, stdout, stderr };
}

/**
 * Declares the tests of a trial: on each backend its short size finds nothing, and every planted fault is found on the first one
 * that is here. The faults are the same on all.
 */
export function testShortSize({ name, shortSize, backends, faults }: Trial): void {
  const isHere = (backend: Backend) => {
    const variable = VARIABLES[backend];
    return variable === undefined || Boolean(process.env[variable]);
  };
  const tested = backends.find(isHere);
  for (const backend of backends) {
    const variable = VARIABLES[backend];
    const planted = backend === tested ? Object.keys(faults) : [];
    const needs = variable === undefined ? '' : ` (needs ${variable})`;
    const each = isHere(backend) ? test : test.skip;
    each(
      `the trial ${name} on ${backendNames[backend]} finds ${planted.length > 0 ? 'its planted faults, and nothing else' : 'nothing'}${needs}`,
      async (t) => {
        const { status, stderr } = await runTrial(
          ...[name, '--on', backend, '--size', String(shortSize)],
          ...(planted.length > 0 ? ['--self-test'] : []),
        );
        t.is(status, 0, stderr);
        for (const fault of planted) t.regex(stderr, new RegExp(`self-test, ${fault}: found: `));
        t.regex(stderr, new RegExp(`^${name} on ${backend}: .*, 0 violations`, 'm'));
      },
    );
  }
}

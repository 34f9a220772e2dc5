import { fileURLToPath } from 'node:url';
import test from 'ava';
import { type Backend, backendNames, type Trial } from '../../trials/trial.js';
import { startProcess } from '../helpers/cli/program.js';
import { temporaryFolder } from '../helpers/folder.js';

const PROGRAM = fileURLToPath(new URL('../../trials/run-trials.js', import.meta.url));

/** Trials that end programs and their databases. */
export const CRASHES: readonly string[] = ['kill', 'commands', 'faults', 'week'];

const VARIABLES: Partial<Record<Backend, string>> = {
  postgres: 'SVCAPI_TEST_POSTGRES_URL',
  redis: 'SVCAPI_TEST_REDIS_URL',
};

/** Runs `npm run trial` without its build, with a separate cache. */
export function startTrial(args: string[]) {
  const { PATH, SVCAPI_TEST_POSTGRES_URL, SVCAPI_TEST_REDIS_URL } = process.env;
  const env = { PATH, SVCAPI_TEST_POSTGRES_URL, SVCAPI_TEST_REDIS_URL, XDG_CACHE_HOME: temporaryFolder() };
  return { ...startProcess([process.execPath, PROGRAM, ...args], { env }), cache: env.XDG_CACHE_HOME };
}

/**
 * Declares the tests of a trial: on each backend its short size finds nothing, and every planted fault is found on the first one
 * that is here. The faults are the same on all.
 *
 * @param missing why the trial cannot run on this machine, if it cannot
 */
export function testShortSize({ name, shortSize, backends, faults }: Trial, missing?: string): void {
  const variableOf = (backend: Backend) => {
    const variable = VARIABLES[backend];
    return variable === undefined || process.env[variable] ? undefined : variable;
  };
  const first = backends.find((backend) => variableOf(backend) === undefined);
  for (const backend of backends) {
    const needs = missing ?? variableOf(backend);
    const planted = backend === first ? Object.keys(faults) : [];
    const finds = planted.length > 0 ? 'its planted faults, and nothing else' : 'nothing';
    const title = `the trial ${name} on ${backendNames[backend]} finds ${finds}`;
    if (needs !== undefined) {
      test.skip(`${title} (needs ${needs})`, () => {});
      continue;
    }
    test.serial(title, async (t) => {
      const selfTest = planted.length > 0 ? ['--self-test'] : [];
      const { code, stderr } = await startTrial([name, '--on', backend, '--size', `${shortSize}`, ...selfTest]).ended;
      t.is(code, 0, stderr);
      for (const fault of planted) t.regex(stderr, new RegExp(`self-test, ${fault}: found: `));
      t.regex(stderr, new RegExp(`^${name} on ${backend}: .*, 0 violations`, 'm'));
    });
  }
}

import { parseArgs } from 'node:util';
import { UsageError, whole } from '../bench/options.js';
import type { Backend, Trial } from './trial.js';

/** What to run, and how. */
export interface Arguments {
  trials: Trial[];
  /** Those that were asked for; undefined for all that can be reached. */
  backends: Backend[] | undefined;
  /** Cases; undefined for the full size of each trial. */
  size: number | undefined;
  from: number;
  seed: number;
  selfTest: 'first' | 'only' | 'none';
  /** A fault to plant in the run itself. */
  plant: string | undefined;
  list: boolean;
  help: boolean;
}

export const HELP = `Searches for violations of what the service promises.

npm run trial -- <name>… | all [options]

  --list             list the trials, with their sizes
  --size <number>    number of cases (the full size of each trial, whose result is recorded in trials/results.ndjson)
  --on <backends>    sqlite, postgres, redis (all that a trial knows and that can be reached)
  --seed <number>    seed of all random choices (1)
  --from <number>    number of the first case: with --seed and --size 1, repeats a case that failed (0)
  --self-test        plant the faults that the trial must find, and nothing more
  --no-self-test     do not plant them
  --plant <fault>    run as usual, with this fault planted: it shows what a violation looks like
  --help

Databases are made on the PostgreSQL server of SVCAPI_TEST_POSTGRES_URL, and calls counted in the Redis of SVCAPI_TEST_REDIS_URL.
Exit status: 0 nothing found, 1 a violation or a planted fault that was missed, 2 wrong arguments, 130 interrupted.
`;

const BACKENDS: readonly Backend[] = ['sqlite', 'postgres', 'redis'];

/** @throws {UsageError} where an argument is unknown or malformed */
export function readArguments(argv: string[], all: readonly Trial[]): Arguments {
  const { values, positionals } = parse(argv);
  const selfTest = values['self-test'] ? 'only' : values['no-self-test'] || values.plant ? 'none' : 'first';
  const { list, help } = values;
  return {
    ...{ selfTest, list, help },
    plant: values.plant,
    trials: positionals.length === 0 && (list || help) ? [] : choose(positionals, all),
    backends: values.on?.split(',').map(backend),
    size: whole(values.size, '--size'),
    from: values.from === '0' ? 0 : (whole(values.from, '--from') ?? 0),
    seed: whole(values.seed, '--seed') ?? 1,
  };
}

function choose(names: string[], all: readonly Trial[]): Trial[] {
  const known = `${all.map(({ name }) => name).join(', ')}, all`;
  if (names.length === 0) throw new UsageError(`Name a trial: ${known}. --help lists the options.`);
  const unknown = names.find((name) => name !== 'all' && !all.some((trial) => trial.name === name));
  if (unknown !== undefined) throw new UsageError(`There is no trial “${unknown}”. Choose from ${known}`);
  return all.filter(({ name }) => names.includes('all') || names.includes(name));
}

function backend(name: string): Backend {
  const found = BACKENDS.find((each) => each === name);
  if (found === undefined) throw new UsageError(`--on has “${name}”. Choose from ${BACKENDS.join(', ')}`);
  return found;
}

function parse(argv: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    ...{ size: text, on: text, seed: text, from: text, plant: text },
    ...{ 'self-test': flag, 'no-self-test': flag, list: flag, help: flag },
  };
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
  }
}

import { parseArgs } from 'node:util';

export interface Options {
  /** Names of rows; empty for all but the one that takes valgrind. */
  only: string[];
  rounds: number;
  /** The folder of another version, built, that is measured beside this one. */
  beside: string | undefined;
  quick: boolean;
  record: boolean;
  help: boolean;
}

export const HELP = `Measures the service beside services written by hand on the same tables. Needs Linux and wrk.

npm run bench -- [options]

  --only <rows>      only these rows, such as requests,memory
  --rounds <number>  rounds of each measurement (5; --quick: 2)
  --beside <folder>  also measure the version of svcapi that is built in this folder
  --quick            few rounds, and a hundredth of the large counts
  --record           keep the results in bench/results/run.json, of which npm run docs makes docs/performance.md
  --help

Rows: requests, unchanged, memory, sync, start, peers; and instructions, which needs valgrind and runs only when it is named.
`;

/** The error of a wrong argument: its message names the accepted ones. */
export class UsageError extends Error {}

/** @throws {UsageError} where an argument is unknown, or not a number where it has to be one */
export function readOptions(argv: string[]): Options {
  const { quick, only, rounds, beside, record, help } = parse(argv);
  const all = { quick, beside, record, help, only: only?.split(',') ?? [] };
  return { ...all, rounds: whole(rounds, '--rounds') ?? (quick ? 2 : 5) };
}

/**
 * Reads a flag that takes a whole number from 1.
 *
 * @returns undefined where it was not given
 * @throws {UsageError} for anything else
 */
export function whole(value: string | undefined, flag: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new UsageError(`${flag} is “${value}”; give a whole number from 1`);
  return Number(value);
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = { only: text, rounds: text, beside: text, quick: flag, record: flag, help: flag };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
  }
}

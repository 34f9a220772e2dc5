import { parseArgs } from 'node:util';

export interface Options {
  /** Names of rows; empty for all but the one that takes valgrind. */
  only: string[];
  rounds: number;
  /** Seconds of a round. */
  seconds: number;
  /** The numbers of open connections of the table of requests. */
  connections: number[];
  /** The folder of another version, built, that is measured beside this one. */
  beside: string | undefined;
  quick: boolean;
  /** The file for the results as JSON. */
  json: string | undefined;
  record: boolean;
  help: boolean;
}

export const HELP = `Measures the service beside services written by hand on the same tables. Needs Linux and wrk.

npm run bench -- [options]

  --only <rows>         only these rows, such as requests,memory
  --rounds <number>     rounds of each measurement (5; --quick: 2)
  --seconds <seconds>   length of a round (1)
  --connections <list>  open connections of the table of requests (1,8,32)
  --beside <folder>     also measure the version of svcapi that is built in this folder
  --quick               few rounds, and a hundredth of the large counts
  --json <file>         write the results as JSON
  --record              keep the results in bench/results/run.json, of which npm run docs makes docs/performance.md
  --help

Rows: requests, memory, sync, start, peers; and instructions, which needs valgrind and runs only when it is named.
`;

/** The error of a wrong argument: its message names the accepted ones. */
export class UsageError extends Error {}

/** @throws {UsageError} where an argument is unknown, or not a number where it has to be one */
export function readOptions(argv: string[]): Options {
  const { quick, only, rounds, seconds, connections, ...others } = parse(argv);
  return {
    ...{ quick, beside: others.beside, json: others.json },
    ...{ record: others.record, help: others.help },
    only: only?.split(',') ?? [],
    rounds: whole(rounds, '--rounds') ?? (quick ? 2 : 5),
    seconds: whole(seconds, '--seconds') ?? 1,
    connections: (connections ?? '1,8,32').split(',').map((each) => whole(each, '--connections') as number),
  };
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
  const options = {
    ...{ only: text, rounds: text, seconds: text, connections: text, beside: text, json: text },
    ...{ quick: flag, record: flag, help: flag },
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
  }
}

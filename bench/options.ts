import { parseArgs } from 'node:util';

export interface Options {
  /** Names of rows, or their beginnings; empty for all. */
  only: string[];
  rounds: number;
  /** Seconds a round; undefined for the default. */
  seconds: number | undefined;
  /** Requests a round, instead of seconds. */
  requests: number | undefined;
  connections: number;
  quick: boolean;
  /** Measure on a busy machine, too. */
  force: boolean;
  /** The file for the measurements as JSON. */
  json: string | undefined;
  /** True for a full run of all rows, which is recorded, and whose page is written. */
  record: boolean;
  /** Print the results of the recorded run instead. */
  show: boolean;
  help: boolean;
}

export const HELP = `Measures the service beside bare node:http and bare Koa.

npm run bench -- [options]

  --only <rows>        only these rows, by name or the beginning of a name: time,character
  --rounds <number>    rounds of each row (5; --quick: 3)
  --seconds <seconds>  length of a round (1)
  --requests <number>  length of a round in requests, instead of seconds
  --connections <n>    open connections (32)
  --quick              short rounds, and a hundredth of the large counts: not for the record
  --force              measure although the machine is busy
  --json <file>        write the measurements as JSON
  --show               print the goals and results of the recorded run, and measure nothing

A full run of all rows is recorded in bench/results/run.json, from which docs/performance.md is made.

  --help
`;

/** The error of a wrong argument: its message names the accepted ones. */
export class UsageError extends Error {}

/** @throws {UsageError} where an argument is unknown, or not a number where it has to be one */
export function readOptions(argv: string[]): Options {
  const { quick, force, help, json, show, ...values } = parse(argv);
  const only = values.only?.split(',') ?? [];
  return {
    ...{ only, quick, force, help, json, show },
    rounds: whole(values.rounds, '--rounds') ?? (quick ? 3 : 5),
    seconds: whole(values.seconds, '--seconds'),
    requests: whole(values.requests, '--requests'),
    connections: whole(values.connections, '--connections') ?? 32,
    record: only.length === 0 && !quick && json === undefined,
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

function parse(argv: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    ...{
      only: text,
      rounds: text,
      seconds: text,
      requests: text,
      connections: text,
      json: text,
    },
    ...{ quick: flag, force: flag, help: flag, show: flag },
  };
  try {
    return parseArgs({ args: argv, options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
  }
}

import { parseArgs } from 'node:util';

export interface Options {
  /** Names of rows, or what they begin with; all where it is empty. */
  only: string[];
  rounds: number;
  /** Seconds a round; nothing for the usual. */
  seconds: number | undefined;
  /** Requests a round, instead of seconds. */
  requests: number | undefined;
  connections: number;
  quick: boolean;
  /** Measure on a machine that does other things, too. */
  force: boolean;
  /** Where the raw figures go as JSON. */
  json: string | undefined;
  /** Where the report goes; nothing for none. */
  report: string | undefined;
  help: boolean;
}

export const HELP = `Measures the service beside bare node:http and bare Koa.

npm run bench -- [options]

  --only <rows>        these rows alone, by their names or what they begin with: time,character
  --rounds <number>    rounds of each row (5; --quick: 3)
  --seconds <seconds>  length of a round (2; --quick: 1)
  --requests <number>  a round is so many requests, instead of seconds
  --connections <n>    how many callers there are at a time (32)
  --quick              short rounds, and a hundredth of what is counted in millions: for a look, not for the record
  --force              measure although the machine is busy with other things
  --json <file>        write the raw figures
  --report <file>      write the report (docs/performance.md where all rows are measured in full)
  --help
`;

/** The bench was asked for something that it does not do: the message says what it does. */
export class UsageError extends Error {}

/** @throws {UsageError} where an argument is not known, or no number where it should be one */
export function readOptions(argv: string[]): Options {
  const { quick, force, help, json, report, ...values } = parse(argv);
  const only = values.only?.split(',') ?? [];
  return {
    ...{ only, quick, force, help, json },
    rounds: whole(values.rounds, '--rounds') ?? (quick ? 3 : 5),
    seconds: whole(values.seconds, '--seconds'),
    requests: whole(values.requests, '--requests'),
    connections: whole(values.connections, '--connections') ?? 32,
    report: report ?? (only.length === 0 && !quick ? 'docs/performance.md' : undefined),
  };
}

function whole(value: string | undefined, flag: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new UsageError(`${flag} is “${value}”; give a whole number from 1`);
  return Number(value);
}

function parse(argv: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    ...{ only: text, rounds: text, seconds: text, requests: text, connections: text, json: text, report: text },
    ...{ quick: flag, force: flag, help: flag },
  };
  try {
    return parseArgs({ args: argv, options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
  }
}

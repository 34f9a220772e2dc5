import { type ExitReason, exitCodes } from '../domain/failure.js';

/** 128 plus the number of the signal, as shells report it. */
const interruptCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export type InterruptSignal = keyof typeof interruptCodes;

/** A closed terminal, Ctrl-C, and `kill`. */
export const interruptSignals = Object.keys(interruptCodes) as InterruptSignal[];

export type ExitRow = ExitReason | 'interrupted';

export const exitDescriptions: Record<ExitRow, string> = {
  ok: 'success',
  other: 'any other error',
  usage: 'invalid command, option or value',
  server: 'an error of the server or its database',
  token: 'no token, or an unknown, expired or revoked one',
  permission: 'the token lacks a permission',
  not_found: 'not found, or not visible to the token',
  rate_limited: 'rate limited',
  partly: 'some rows of a batch or lines of an import failed, or a dry run found something to change',
  unreachable: 'no connection, or no answer',
  interrupted: `ended by the signal ${interruptSignals.join(', ').replace(/, (\w+)$/, ' or $1')}`,
};

export function interruptCode(signal: InterruptSignal): number {
  return interruptCodes[signal];
}

export function signalOf(code: number): InterruptSignal | undefined {
  return interruptSignals.find((signal) => interruptCodes[signal] === code);
}

/** Returns rows in the order of the codes: `['1', 'any other error']`. */
export function exitRows(rows: Iterable<readonly [ExitRow, string]>): [codes: string, about: string][] {
  const codesOf = (row: ExitRow) => (row === 'interrupted' ? Object.values(interruptCodes) : [exitCodes[row]]);
  return [...rows]
    .map(([row, about]): [number[], string] => [codesOf(row), about])
    .sort(([[one = 0]], [[other = 0]]) => one - other)
    .map(([codes, about]) => [codes.join(', '), about]);
}

/** An error of the command line itself: one line with the problem and the next step. */
export class CliError extends Error {
  readonly exit: ExitReason;

  constructor(exit: ExitReason, message: string) {
    super(message);
    this.name = 'CliError';
    this.exit = exit;
  }
}

export function usageError(message: string): CliError {
  return new CliError('usage', message);
}

import { CliError } from '../cli-error.js';
import type { Rows } from './column.js';
import { explain } from './explain-error.js';

/**
 * Prints rows that a failure or an interruption may cut short. They end quietly then, so that what is printed is
 * whole, JSON too; the failure is told afterwards.
 *
 * @returns what went wrong on the way to the rows; nothing where all of them came
 * @throws what goes wrong while they are printed
 */
export async function printUntilFailure<Row>(
  rows: AsyncIterable<Row>,
  print: (rows: Rows<Row>) => Promise<void>,
): Promise<{ cause: unknown } | undefined> {
  let failure: { cause: unknown } | undefined;
  async function* untilFailure(): AsyncGenerator<Row> {
    try {
      yield* rows;
    } catch (cause) {
      failure = { cause };
    }
  }
  await print(untilFailure());
  return failure;
}

/** The same error for people and for the exit code, with the way to go on. */
export function withAdvice(error: unknown, advice: string): CliError {
  const { message = 'this failed', exit } = explain(error);
  const advised = new CliError(exit, `${message.replace(/\.$/, '')}; ${advice}`);
  // --debug shows where the error itself came from.
  if (error instanceof Error && error.stack !== undefined) advised.stack = error.stack;
  return advised;
}

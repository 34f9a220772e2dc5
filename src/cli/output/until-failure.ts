import { CliError } from '../cli-error.js';
import { explain } from './explain-error.js';
import type { Printer } from './print.js';

/**
 * Prints rows until they end or fail. The output is complete in both cases, also as JSON.
 *
 * @param whenEmpty the message on a terminal where there are no rows
 * @returns the error of the rows, if there was one
 * @throws errors of printing
 */
export async function printUntilFailure<Row>(
  rows: AsyncIterable<Row>,
  printer: Pick<Printer<Row>, 'rows'>,
  whenEmpty: string,
): Promise<{ cause: unknown } | undefined> {
  let failure: { cause: unknown } | undefined;
  async function* untilFailure(): AsyncGenerator<Row> {
    try {
      yield* rows;
    } catch (cause) {
      failure = { cause };
    }
  }
  await printer.rows(untilFailure(), () => (failure ? undefined : whenEmpty));
  return failure;
}

/** Returns the same error, with advice added to its message. */
export function withAdvice(error: unknown, advice: string): CliError {
  const { message = 'this failed', exit } = explain(error);
  const advised = new CliError(exit, `${message.replace(/\.$/, '')}; ${advice}`);
  // --debug shows the origin of the error.
  if (error instanceof Error && error.stack !== undefined) advised.stack = error.stack;
  return advised;
}

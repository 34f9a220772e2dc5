import { type AnyCall, requestOf } from '../../client/request.js';
import type { CallArguments, PayloadOf, RouteName } from '../../client/types.js';
import { usageError } from '../cli-error.js';
import type { Printer } from '../output/print.js';
import type { Connection } from './connect.js';

/**
 * Calls a route for a command. With `--xml` the answer is printed unchanged.
 *
 * @returns the payload; undefined with `--xml`
 */
export async function callRoute<R extends RouteName>(
  connection: Connection,
  printer: Printer<never>,
  route: R,
  ...call: CallArguments<R>
): Promise<PayloadOf<R> | undefined> {
  if (printer.format !== 'xml') return (await connection.call(route, ...call)).data;
  const { text } = await connection.send({ ...requestOf(route, call[0] as AnyCall | undefined), format: 'xml' });
  await printer.text(text);
  return undefined;
}

/** Checks a uid or a name. An empty one would lead to another route. */
export function readReference(given: string): string {
  if (given.trim() === '') throw usageError('the uid or the name is empty; give one such as 1:12');
  return given;
}

/** Rejects `--xml` beside an option whose output the service does not have as XML. */
export function refuseXml({ format }: Printer<never>, option: string): void {
  if (format === 'xml') throw usageError(`${option} cannot be combined with --xml`);
}

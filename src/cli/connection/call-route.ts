import { WrongAnswer } from '../../client/errors.js';
import { type AnyCall, requestOf } from '../../client/request.js';
import type { CallArguments, PayloadOf, RouteName } from '../../client/types.js';
import { isRecord } from '../../client/unknown-record.js';
import { usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { Column } from '../output/column.js';
import { addOutput, createPrinter, type Printer } from '../output/print.js';
import { addConnection, type Connection, connect } from './connect.js';

/** Adds the options of a command that prints the answer of a route. */
export function addRoute<Row>(command: CliCommand, columns: readonly Column<Row>[]): CliCommand {
  return addOutput(addConnection(command), columns, { xml: true });
}

/** Calls a route, and prints the record in its payload. */
export async function printRecord<R extends RouteName, Row>(
  command: CliCommand,
  columns: readonly Column<Row>[],
  get: (payload: PayloadOf<R>) => Row,
  route: R,
  ...call: CallArguments<R>
): Promise<void> {
  const printer = createPrinter(command, columns);
  const payload = await callRoute(await connect(command), printer, route, ...call);
  if (payload) await printer.record(recordIn(payload, get));
}

/** Calls a route, and prints the list in its payload. @param whenEmpty the message on a terminal for an empty list */
export async function printList<R extends RouteName, Row>(
  command: CliCommand,
  columns: readonly Column<Row>[],
  get: (payload: PayloadOf<R>) => readonly Row[],
  whenEmpty: string | undefined,
  route: R,
  ...call: CallArguments<R>
): Promise<void> {
  const printer = createPrinter(command, columns);
  const payload = await callRoute(await connect(command), printer, route, ...call);
  if (payload) await printer.rows(listIn(payload, get), whenEmpty);
}

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

/** Returns true for a flag of an attribute, which is a text in JSON too. */
export function flag(value: boolean | string): boolean {
  return value === true || value === 'true';
}

/** Reads a list that must be there. Nothing has validated the answer. @throws {WrongAnswer} when it is missing */
export function listIn<Payload, Item>(payload: Payload, get: (payload: Payload) => readonly Item[]): readonly Item[] {
  return valueIn(payload, get, Array.isArray, 'the list that');
}

/** Reads a record that must be there, as `listIn`. */
export function recordIn<Payload, Thing>(payload: Payload, get: (payload: Payload) => Thing): Thing {
  return valueIn(payload, get, isRecord, 'what');
}

function valueIn<Payload, T>(
  payload: Payload,
  get: (payload: Payload) => T,
  isValid: (value: unknown) => boolean,
  what: string,
): T {
  try {
    const value = get(payload);
    if (isValid(value)) return value;
  } catch {
    // A part of the path to the value is missing.
  }
  throw new WrongAnswer(`does not hold ${what} this command expects`);
}

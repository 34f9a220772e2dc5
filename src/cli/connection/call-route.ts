import { isRecord } from '../../client/answer.js';
import { withKey } from '../../client/caller.js';
import { WrongAnswer } from '../../client/errors.js';
import { type AnyCall, requestOf } from '../../client/request.js';
import type { CallArguments, PayloadOf, RouteName } from '../../client/types.js';
import type { CliCommand } from '../command.js';
import { usageError } from '../exit-status.js';
import type { Column } from '../output/columns.js';
import { addOutput, createPrinter, type Printer } from '../output/print.js';
import { addConnection, type Connection, connect } from './connect.js';

export function addRoute<Row>(command: CliCommand, columns: readonly Column<Row>[]): CliCommand {
  return addOutput(addConnection(command), columns, { xml: true });
}

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

/** Returns the payload. With `--xml`, prints the answer unchanged and returns undefined. */
export async function callRoute<R extends RouteName>(
  connection: Connection,
  printer: Printer<never>,
  route: R,
  ...call: CallArguments<R>
): Promise<PayloadOf<R> | undefined> {
  if (printer.format !== 'xml') return (await connection.call(route, ...call)).data;
  const request = withKey(requestOf(route, call[0] as AnyCall | undefined));
  const { text } = await connection.send({ ...request, format: 'xml' });
  await printer.text(text);
  return undefined;
}

/** Rejects an empty uid or name, which would lead to another route. */
export function readReference(given: string): string {
  if (given.trim() === '') throw usageError('the uid or the name is empty; give one such as 1:12');
  return given;
}

export function refuseXml({ format }: Printer<never>, option: string): void {
  if (format === 'xml') throw usageError(`${option} cannot be combined with --xml`);
}

/** Reads a flag of an attribute, which is a text in JSON. */
export function flag(value: boolean | string): boolean {
  return value === true || value === 'true';
}

/** @throws {WrongAnswer} when the list is missing: nothing has validated the answer */
export function listIn<Payload, Item>(payload: Payload, get: (payload: Payload) => readonly Item[]): readonly Item[] {
  return valueIn(payload, get, Array.isArray, 'the list that');
}

export function recordIn<Payload, Thing>(payload: Payload, get: (payload: Payload) => Thing): Thing {
  return valueIn(payload, get, isRecord, 'what');
}

export function textIn<Payload>(payload: Payload, get: (payload: Payload) => string): string {
  return valueIn(payload, get, (value) => typeof value === 'string' && value !== '', 'what');
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
    // Part of the path to the value is missing.
  }
  throw new WrongAnswer(`does not hold ${what} this command expects`);
}

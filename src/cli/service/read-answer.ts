import { WrongAnswer } from '../../client/errors.js';

/** Returns true for a flag of an attribute, which is a text in JSON too. */
export function flag(value: boolean | string): boolean {
  return value === true || value === 'true';
}

/**
 * Reads a list that must be there. Nothing has validated the answer.
 *
 * @throws {WrongAnswer} when it is missing
 */
export function listIn<Payload, Item>(payload: Payload, get: (payload: Payload) => readonly Item[]): readonly Item[] {
  const value: unknown = readField(payload, get);
  if (!Array.isArray(value)) throw new WrongAnswer('does not hold the list that this command expects');
  return value as Item[];
}

/** Reads a record that must be there, as `listIn`. */
export function recordIn<Payload, Thing>(payload: Payload, get: (payload: Payload) => Thing): Thing {
  const value: unknown = readField(payload, get);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WrongAnswer('does not hold what this command expects');
  }
  return value as Thing;
}

function readField<Row, T>(row: Row, get: (row: Row) => T): T | undefined {
  try {
    return get(row);
  } catch {
    return undefined;
  }
}

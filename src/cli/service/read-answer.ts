import { WrongAnswer } from '../../client/errors.js';
import { EPOCH, LAST_SECOND } from '../../domain/galactic-time.js';
import { readNumber } from '../../domain/text.js';

/**
 * A function that reads a part of an answer. Nothing has validated the answer, so a missing or invalid part becomes null
 * (an empty cell, or an error in `required` columns), and a missing list or record becomes an error.
 */
type Getter<Row, T = unknown> = (row: Row) => T;

/** Reads a text; numbers and flags are converted. */
export function text<Row>(get: Getter<Row>): Getter<Row, string | null> {
  return (row) => {
    const value = readField(row, get);
    if (typeof value === 'string') return value;
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
  };
}

/** Reads a number, also from a text. */
export function number<Row>(get: Getter<Row>): Getter<Row, number | null> {
  return (row) => {
    const value = readField(row, get);
    const found = typeof value === 'string' && value.trim() !== '' ? readNumber(value) : value;
    return typeof found === 'number' && Number.isFinite(found) ? found : null;
  };
}

/** Reads Unix seconds within the time of the game. */
export function timestamp<Row>(get: Getter<Row>): Getter<Row, number | null> {
  const seconds = number(get);
  return (row) => {
    const found = seconds(row);
    return found !== null && found >= EPOCH && found <= LAST_SECOND ? found : null;
  };
}

/** Reads a flag, also from the texts “true” and “false” of attributes. */
export function flag<Row>(get: Getter<Row>): Getter<Row, boolean | null> {
  return (row) => {
    const value = readField(row, get);
    if (value === true || value === 'true') return true;
    return value === false || value === 'false' ? false : null;
  };
}

/**
 * Reads a list of texts; returns an empty one when it is missing.
 *
 * @param itemText returns the text of an item; by default the item itself
 */
export function texts<Row, Item>(
  get: Getter<Row, readonly Item[]>,
  itemText: Getter<Item> = (item) => item,
): Getter<Row, readonly string[]> {
  return (row) => {
    const value: unknown = readField(row, get);
    return Array.isArray(value) ? (value as Item[]).map(text(itemText)).filter((found) => found !== null) : [];
  };
}

/** Reads a list of texts, as `texts`, but returns null when it is missing. */
export function listedTexts<Row>(get: Getter<Row, readonly unknown[]>): Getter<Row, readonly string[] | null> {
  const found = texts(get);
  return (row) => (Array.isArray(readField(row, get)) ? found(row) : null);
}

/**
 * Reads a list that must be there.
 *
 * @throws {WrongAnswer} when it is missing
 */
export function listIn<Payload, Item>(payload: Payload, get: Getter<Payload, readonly Item[]>): readonly Item[] {
  const value: unknown = readField(payload, get);
  if (!Array.isArray(value)) throw new WrongAnswer('does not hold the list that this command expects');
  return value as Item[];
}

/**
 * Reads a record that must be there.
 *
 * @throws {WrongAnswer} when it is missing
 */
export function recordIn<Payload, Thing>(payload: Payload, get: Getter<Payload, Thing>): Thing {
  const value: unknown = readField(payload, get);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WrongAnswer('does not hold what this command expects');
  }
  return value as Thing;
}

/** Calls a getter; returns undefined when something on its path is missing. */
function readField<Row, T>(row: Row, get: Getter<Row, T>): T | undefined {
  try {
    return get(row);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

import { WrongAnswer } from '../../client/errors.js';

/**
 * Reads what a server answered. Its type is a promise that nobody has checked, so that what is missing or of another
 * kind becomes an empty cell, and what a whole answer lacks becomes an error that says so.
 */

type Getter<Row, T = unknown> = (row: Row) => T;

/** Text, or what can be written as such. */
export function text<Row>(get: Getter<Row>): Getter<Row, string | null> {
  return (row) => {
    const value = readField(row, get);
    if (typeof value === 'string') return value;
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
  };
}

/** A number, or a text that holds one. */
export function number<Row>(get: Getter<Row>): Getter<Row, number | null> {
  return (row) => {
    const value = readField(row, get);
    const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof found === 'number' && Number.isFinite(found) ? found : null;
  };
}

/** A flag, which among attributes is spelled as a word. */
export function flag<Row>(get: Getter<Row>): Getter<Row, boolean | null> {
  return (row) => {
    const value = readField(row, get);
    if (value === true || value === 'true') return true;
    return value === false || value === 'false' ? false : null;
  };
}

/**
 * The texts of a list; none where there is no list.
 *
 * @param word finds the text of an item, which is one itself otherwise
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

/**
 * The list that an answer is about.
 *
 * @throws {WrongAnswer} when there is none
 */
export function listIn<Payload, Item>(payload: Payload, get: Getter<Payload, readonly Item[]>): readonly Item[] {
  const value: unknown = readField(payload, get);
  if (!Array.isArray(value)) throw new WrongAnswer('does not hold the list that this command expects');
  return value as Item[];
}

/**
 * The thing that an answer is about.
 *
 * @throws {WrongAnswer} when there is none
 */
export function recordIn<Payload, Thing>(payload: Payload, get: Getter<Payload, Thing>): Thing {
  const value: unknown = readField(payload, get);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WrongAnswer('does not hold what this command expects');
  }
  return value as Thing;
}

/** What a look finds; nothing where it stumbles over what is not there. */
function readField<Row, T>(row: Row, get: Getter<Row, T>): T | undefined {
  try {
    return get(row);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

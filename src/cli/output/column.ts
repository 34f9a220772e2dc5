import { WrongAnswer } from '../../client/errors.js';

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The style of a cell on a terminal with colour. */
export type Tone = 'strong' | 'dim' | 'good' | 'bad';

/** A column of a command's output. */
export interface Column<Row> {
  /** The field in JSON, and the heading. */
  name: string;
  value(row: Row): Json;
  /** Returns the text for a terminal; the value itself by default. */
  shown?(row: Row): string;
  /** Returns the text for a record on a terminal, and for `--wide`, where it is longer. */
  whole?(row: Row): string;
  /** Handling of long text in a list on a narrow terminal: cut to one line, or wrapped so that all of it is shown. */
  long?: 'cut' | 'wrap';
  /** A list shows this column with `--wide` only. */
  wide?: true | undefined;
  tone?: Tone | ((row: Row) => Tone | undefined);
  /** Aligns a column of numbers. */
  align?: 'right';
  /** A record in a table leaves this field out when it has no value. */
  hidesEmpty?: true;
  /** Printed in JSON only: too long for a line. */
  detail?: true;
  /** The value holds objects. */
  isNested?: true;
}

/** Rows, some of which may not have arrived yet. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** Returns the text of a cell: lists joined by commas, nested values as JSON, null as an empty text. */
export function cellText(value: Json, comma = ','): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) && isFlat(value)
    ? value.map((item) => cellText(item)).join(comma)
    : JSON.stringify(value);
}

/**
 * Returns the value of a cell. Nothing has validated the answer of the service: a value that is missing or of another type is an
 * error that names its column.
 *
 * @throws {WrongAnswer}
 */
export function cellValue<Row>({ name, value, align, isNested }: Column<Row>, row: Row): Json {
  const found = valid(name, () => value(row));
  const isOfType = align === 'right' ? found === null || typeof found === 'number' : isNested || isFlat(found);
  return valid(name, () => (isOfType && !Number.isNaN(found) ? found : undefined));
}

/** Returns the text of a cell for a terminal, as `cellValue`. */
export function shownText<Row>(column: Column<Row>, row: Row, isWhole: boolean): string {
  const value = cellValue(column, row);
  const shown = (isWhole ? column.whole : undefined) ?? column.shown;
  if (shown) return valid(column.name, () => shown(row));
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : cellText(value, ', ');
}

function isFlat(value: Json): boolean {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.every((item) => item === null || typeof item !== 'object');
}

function valid<T>(name: string, read: () => T | undefined): T {
  try {
    const value = read();
    if (value !== undefined) return value;
  } catch (error) {
    // A part of the path to the value is missing.
    if (!(error instanceof TypeError)) throw error;
  }
  throw new WrongAnswer(`has no valid “${name}”`);
}

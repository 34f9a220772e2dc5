import { WrongAnswer } from '../../client/errors.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type Tone = 'strong' | 'dim' | 'good' | 'bad';

export interface Column<Row> {
  /** The field in JSON, and the heading. */
  name: string;
  value(row: Row): Json;
  /** Returns the text for a terminal; by default the value. */
  shown?(row: Row): string;
  /** Returns longer text, for `--wide` and for a single record on a terminal. */
  whole?(row: Row): string;
  /** In a list on a narrow terminal: cut to one line, or wrap and show all. */
  long?: 'cut' | 'wrap';
  /** Shown in lists only with `--wide`. */
  wide?: true | undefined;
  tone?: Tone | ((row: Row) => Tone | undefined);
  align?: 'right';
  /** Left out of a record on a terminal when empty. */
  hidesEmpty?: true;
  /** Printed only in JSON: too long for a line. */
  detail?: true;
  isNested?: true;
}

export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

export function cellText(value: Json, comma = ','): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) && isFlat(value)
    ? value.map((item) => cellText(item)).join(comma)
    : JSON.stringify(value);
}

/** @throws {WrongAnswer} when the value is missing or of another type: nothing has validated the answer */
export function cellValue<Row>({ name, value, align, isNested }: Column<Row>, row: Row): Json {
  const found = valid(name, () => value(row));
  const isOfType = align === 'right' ? found === null || typeof found === 'number' : isNested || isFlat(found);
  return valid(name, () => (isOfType && !Number.isNaN(found) ? found : undefined));
}

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
    // Part of the path to the value is missing.
    if (!(error instanceof TypeError)) throw error;
  }
  throw new WrongAnswer(`has no valid “${name}”`);
}

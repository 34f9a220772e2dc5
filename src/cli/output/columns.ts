import { WrongAnswer } from '../../client/errors.js';
import { EPOCH, formatCgt, formatShortTime, toGalacticTime } from '../../domain/galactic-time.js';
import { isoDate, LAST_DATE } from './dates.js';

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
  /** Sentences with paths, which people paste: TSV does not double a backslash. */
  isProse?: true;
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

interface Ref {
  value?: string | null;
  attributes?: { uid?: string };
}

export function refColumns<Row>(name: string, get: (row: Row) => Ref | undefined): [Column<Row>, Column<Row>] {
  return [
    { name: `${name}_uid`, value: (row) => get(row)?.attributes?.uid ?? null, wide: true },
    { name, value: (row) => get(row)?.value ?? null, long: 'cut' },
  ];
}

/** Returns Unix seconds; NaN, which no cell accepts, for an invalid date. */
export function knownTime(given: number | string | undefined): number {
  const seconds = Number(given);
  return seconds >= EPOCH && seconds <= LAST_DATE ? seconds : Number.NaN;
}

/** Shows Unix seconds in a pipe, galactic time on a terminal, and all three forms in JSON. `get` returns Unix seconds. */
export function timeColumns<Row>(name: string, get: (row: Row) => number | string | null): Column<Row>[] {
  const value = (row: Row) => (get(row) === null ? null : knownTime(get(row) ?? undefined));
  // The column of the seconds reports an invalid time.
  const format = (formatter: (timestamp: number) => string) => (row: Row) =>
    value(row) ? formatter(value(row) ?? 0) : null;
  const text = (formatter: (timestamp: number) => string) => (row: Row) => format(formatter)(row) ?? '';
  return [
    {
      name,
      value,
      shown: text((time) => formatShortTime(toGalacticTime(time))),
      whole: text((time) => `${formatCgt(time)}  ${isoDate(time)}`),
    },
    { name: `${name}_cgt`, value: format(formatCgt), detail: true },
    { name: `${name}_date`, value: format(isoDate), detail: true },
  ];
}

export function usesColumn<Row>(name: string, uses: (row: Row) => number | null): Column<Row> {
  return { name, value: uses, shown: (row) => formatUses(uses(row)), align: 'right' };
}

export function formatUses(uses: number | null): string {
  return uses === -1 ? 'unlimited' : formatQuantity(uses);
}

/** A list on a terminal omits the time of day. `get` returns Unix seconds. */
export function dateColumn<Row>(name: string, get: (row: Row) => number | null): Column<Row> {
  const value = (row: Row) => {
    const timestamp = get(row);
    return timestamp === null ? null : isoDate(timestamp);
  };
  return { name, value, shown: (row) => (value(row) ?? '').replace(/T.*/, ''), whole: (row) => value(row) ?? '' };
}

/** Separates thousands on a terminal. Ids, timestamps and statuses are not quantities. */
export function quantityColumn<Row>(name: string, value: (row: Row) => number | null): Column<Row> {
  return { name, value, shown: (row) => formatQuantity(value(row)), align: 'right' };
}

export function formatQuantity(quantity: number | null, signDisplay: 'auto' | 'always' = 'auto'): string {
  if (!Number.isSafeInteger(quantity)) return String(quantity ?? '');
  const value = quantity ?? 0;
  // Intl takes longer than the rest of the table.
  let digits = String(Math.abs(value));
  for (let at = digits.length - 3; at > 0; at -= 3) digits = `${digits.slice(0, at)},${digits.slice(at)}`;
  const plus = signDisplay === 'always' ? '+' : '';
  return `${value < 0 ? '-' : plus}${digits}`;
}

import { EPOCH, formatCgt, formatShortTime, toGalacticTime } from '../../domain/galactic-time.js';
import type { Column } from './column.js';
import { isoDate, LAST_DATE } from './dates.js';

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

import { EPOCH, formatGalacticTime, formatShortTime, LAST_SECOND, toGalacticTime } from '../../domain/galactic-time.js';
import type { Column } from './column.js';
import { isoDate } from './iso-date.js';
import { formatQuantity } from './quantity.js';

/** A reference, which is empty where there is nothing to refer to. */
interface Ref {
  value?: string | null;
  attributes?: { uid?: string };
}

/** Returns the two columns of a reference to an entity: its uid and its name. */
export function refColumns<Row>(name: string, get: (row: Row) => Ref | undefined): [Column<Row>, Column<Row>] {
  return [
    { name: `${name}_uid`, value: (row) => get(row)?.attributes?.uid ?? null, wide: true },
    { name, value: (row) => get(row)?.value ?? null, long: 'cut' },
  ];
}

/** Returns a timestamp of an answer as Unix seconds; NaN, which no cell accepts, when the calendar does not have it. */
export function knownTime(given: number | string | undefined): number {
  const seconds = Number(given);
  return seconds >= EPOCH && seconds <= LAST_SECOND ? seconds : Number.NaN;
}

/**
 * Returns the columns of a time: Unix seconds in a pipe, galactic time on a terminal, and all three in JSON.
 *
 * @param get returns the Unix seconds; null when there is no time
 */
export function timeColumns<Row>(name: string, get: (row: Row) => number | string | null): Column<Row>[] {
  const format = <T>(row: Row, formatter: (timestamp: number) => T) => {
    const given = get(row);
    if (given === null) return null;
    const timestamp = knownTime(given);
    // The column of the seconds reports the error.
    return Number.isNaN(timestamp) ? null : formatter(timestamp);
  };
  return [
    {
      name,
      value: (row) => (get(row) === null ? null : knownTime(get(row) ?? undefined)),
      shown: (row) => format(row, (time) => formatShortTime(toGalacticTime(time))) ?? '',
      whole: (row) => format(row, (time) => `${formatGalacticTime(toGalacticTime(time))}  ${isoDate(time)}`) ?? '',
    },
    {
      name: `${name}_cgt`,
      value: (row) => format(row, (time) => formatGalacticTime(toGalacticTime(time))),
      detail: true,
    },
    { name: `${name}_date`, value: (row) => format(row, isoDate), detail: true },
  ];
}

/** Returns a column of a number of uses, where -1 is shown as “unlimited”. */
export function usesColumn<Row>(name: string, uses: (row: Row) => number | null): Column<Row> {
  return { name, value: uses, shown: (row) => formatUses(uses(row)), align: 'right' };
}

export function formatUses(uses: number | null): string {
  return uses === -1 ? 'unlimited' : formatQuantity(uses);
}

import type { Column } from './column.js';
import { isoDate } from './iso-date.js';

/**
 * Returns the column of a date, which a list on a terminal shows without the time of day.
 *
 * @param get returns Unix seconds, or null when there is none
 */
export function dateColumn<Row>(name: string, get: (row: Row) => number | null): Column<Row> {
  const value = (row: Row) => {
    const timestamp = get(row);
    return timestamp === null ? null : isoDate(timestamp);
  };
  return { name, value, shown: (row) => (value(row) ?? '').replace(/T.*/, ''), whole: (row) => value(row) ?? '' };
}

import type { Column } from './column.js';
import { isoDate } from './iso-date.js';

/**
 * Returns the column of a date. A list on a narrow terminal has it without seconds, or the day alone.
 *
 * @param get returns Unix seconds, or null when there is none
 */
export function dateColumn<Row>(name: string, get: (row: Row) => number | null): Column<Row> {
  const date = (row: Row) => {
    const timestamp = get(row);
    return timestamp === null ? null : isoDate(timestamp);
  };
  return {
    name,
    value: date,
    forms: [
      (row) => date(row) ?? '',
      (row) => (date(row) ?? '').replace('T', ' ').replace(/:\d\dZ$/, 'Z'),
      (row) => (date(row) ?? '').replace(/T.*/, ''),
    ],
  };
}

import { EPOCH, formatGalacticTime, formatShortTime, LAST_SECOND, toGalacticTime } from '../../domain/galactic-time.js';
import { number, text } from '../service/read-answer.js';
import type { Column } from './column.js';
import { isoDate } from './iso-date.js';
import { formatQuantity } from './quantity.js';

/** Returns the two columns of a reference to an entity: its uid and its name. */
export function refColumns<Row>(name: string, get: (row: Row) => unknown): Column<Row>[] {
  const ref = get as (row: Row) => { value: unknown; attributes: { uid: unknown } };
  return [
    { name: `${name}_uid`, value: text((row: Row) => ref(row).attributes.uid), optional: 1 },
    { name, value: text((row: Row) => ref(row).value), long: 'cut' },
  ];
}

/**
 * Returns the columns of a time: Unix seconds in a pipe, galactic time and date on a terminal, all three in JSON. A list on
 * a narrow terminal has the galactic time alone, without seconds if need be.
 *
 * @param get returns the Unix seconds
 */
export function timeColumns<Row>(name: string, get: (row: Row) => unknown): Column<Row>[] {
  const seconds = number(get);
  const format = (row: Row, formatter: (timestamp: number) => string) => {
    const timestamp = seconds(row);
    return timestamp !== null && timestamp >= EPOCH && timestamp <= LAST_SECOND
      ? formatter(Math.trunc(timestamp))
      : null;
  };
  const gameTime = (timestamp: number) => formatGalacticTime(toGalacticTime(timestamp));
  const shown = (formatter: (timestamp: number) => string) => (row: Row) =>
    format(row, formatter) ?? String(seconds(row) ?? '');
  return [
    {
      name,
      value: seconds,
      shown: shown((timestamp) => `${gameTime(timestamp)}\n${isoDate(timestamp)}`),
      forms: [
        shown((timestamp) => `${gameTime(timestamp)}  ${isoDate(timestamp)}`),
        shown(gameTime),
        shown((timestamp) => formatShortTime(toGalacticTime(timestamp))),
      ],
    },
    { name: `${name}_cgt`, value: (row) => format(row, gameTime), detail: true },
    { name: `${name}_date`, value: (row) => format(row, isoDate), detail: true },
  ];
}

/** Returns a column of a number of uses, where -1 is shown as “unlimited”. */
export function usesColumn<Row>(name: string, get: (row: Row) => unknown): Column<Row> {
  const uses = number(get);
  return { name, value: uses, shown: (row) => formatUses(uses(row)), align: 'right' };
}

export function formatUses(uses: number | null): string {
  return uses === -1 ? 'unlimited' : formatQuantity(uses);
}

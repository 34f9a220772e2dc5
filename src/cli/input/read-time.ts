import { Failure } from '../../domain/failure.js';
import {
  EPOCH,
  formatGalacticTime,
  parseGalacticTime,
  parseTimestamp,
  toGalacticTime,
  toTimestamp,
} from '../../domain/galactic-time.js';
import { CliError, usageError } from '../cli-error.js';
import type { Column } from '../output/column.js';
import { isoDate, parseIsoDate } from '../output/iso-date.js';

/** The notations of a time: galactic time, Unix seconds or an ISO 8601 date. */
export type TimeForm = 'cgt' | 'time' | 'date';

/** The columns of `svcapi time`: a timestamp as Unix seconds, as galactic time and as a date. */
export const timestampColumns: Column<number>[] = [
  { name: 'timestamp', value: (timestamp) => timestamp, align: 'right' },
  { name: 'cgt', value: (timestamp) => formatGalacticTime(toGalacticTime(timestamp)), tone: 'strong' },
  { name: 'date', value: (timestamp) => isoDate(timestamp) },
];

const DATES = 'give a date such as 2010-12-02, 2010-12-02T07:00Z or 2010-12-02T08:00+01:00';

const readers: Record<TimeForm, (text: string) => number> = {
  cgt: (text) => toTimestamp(parseGalacticTime(text)),
  time: (text) => parseTimestamp(text),
  date(text) {
    const timestamp = parseIsoDate(text);
    if (timestamp === undefined) throw usageError(`there is no such date; ${DATES}`);
    return parseTimestamp(timestamp);
  },
};

/**
 * Parses a time in the given notation, by default in the one that it looks like.
 *
 * @returns Unix seconds
 * @throws {Failure | CliError} with the problem and the accepted values
 */
export function readTimestamp(text: string, form: TimeForm | undefined = guessForm(text)): number {
  return readers[form](text);
}

/**
 * Returns the notation that a time looks like.
 *
 * @throws {CliError} when it looks like none
 */
export function guessForm(text: string): TimeForm {
  if (/^\s*y/i.test(text)) return 'cgt';
  if (/^\s*\+?\d+-\d/.test(text)) return 'date';
  if (/^\s*[+-]?[\d.]/.test(text)) return 'time';
  throw usageError(
    'this is not a time; give a galactic time such as “Year 12 Day 3, 05:12:14” or “Y12D3”, ' +
      `Unix seconds from ${EPOCH}, or a date such as 2010-12-02T07:00Z`,
  );
}

/** Returns true for the errors of `readTimestamp`, false for a bug. */
export function isUnreadable(error: unknown): error is Error {
  return error instanceof Failure || error instanceof CliError;
}

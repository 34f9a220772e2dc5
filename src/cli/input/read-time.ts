import { Option } from 'commander';
import { Failure } from '../../domain/failure.js';
import {
  EPOCH,
  formatGalacticTime,
  InvalidTime,
  parseGalacticTime,
  parseTimestamp,
  toGalacticTime,
  toTimestamp,
} from '../../domain/galactic-time.js';
import { LONGEST_NUMBER } from '../../domain/text.js';
import { CliError, usageError } from '../cli-error.js';
import type { Context } from '../context.js';
import type { Column } from '../output/column.js';
import { isoDate, isoDateAt, parseIsoDate } from '../output/dates.js';

/** The notations of a time: galactic time, Unix seconds, an ISO 8601 date, or `now`. */
export type TimeForm = 'cgt' | 'time' | 'date' | 'now';

/** A clock, and the zone of dates without one; UTC by default. */
export interface TimeSource {
  /** Returns the current time in Unix seconds. */
  now(): number;
  zone?: TimeZone | undefined;
}

/** Returns the columns of `svcapi time`: a timestamp as Unix seconds, as galactic time and as a date. */
export function timestampColumns(zone?: TimeZone): Column<number>[] {
  return [
    { name: 'timestamp', value: (timestamp) => timestamp, align: 'right' },
    { name: 'cgt', value: (timestamp) => formatGalacticTime(toGalacticTime(timestamp)), tone: 'strong' },
    { name: 'date', value: (timestamp) => dateIn(zone, timestamp) },
  ];
}

/** Formats Unix seconds as a date in a zone; UTC by default. */
export function dateIn(zone: TimeZone | undefined, timestamp: number): string {
  return zone ? isoDateAt(timestamp, zone.offsetAt(timestamp)) : isoDate(timestamp);
}

const ACCEPTED: Record<Exclude<TimeForm, 'now'>, string> = {
  cgt: 'give a galactic time such as Y12D3 or “Year 12 Day 3, 05:12”',
  time: `give Unix seconds from ${EPOCH}`,
  date: 'give a date such as 2010-12-02, 2010-12-02T07:00Z or 2010-12-02T08:00+01:00',
};

/**
 * Parses a time in the given notation, by default in the one that it looks like. A fraction of a second is cut off.
 *
 * @returns Unix seconds
 * @throws {CliError} with the problem and the accepted values, in the words of the command line
 */
export function readTimestamp(text: string, source: TimeSource, form: TimeForm | undefined = guessForm(text)): number {
  if (form === 'now') return source.now();
  try {
    return read(text, form, source);
  } catch (error) {
    if (!(error instanceof InvalidTime)) throw error;
    throw usageError(timeAdvice(error.problem, form));
  }
}

function read(text: string, form: Exclude<TimeForm, 'now'>, { zone }: TimeSource): number {
  if (form === 'cgt') return toTimestamp(parseGalacticTime(text));
  if (form === 'time') return readNumberOfSeconds(withoutSign(text));
  const timestamp = parseIsoDate(text, zone && ((local) => fromLocal(local, zone)));
  if (timestamp === undefined) throw usageError(`there is no such date; ${ACCEPTED.date}`);
  return parseTimestamp(timestamp);
}

/** The largest number that is taken for seconds, in the year 5138: milliseconds have more digits. */
const MAX_SECONDS = 99_999_999_999;

function readNumberOfSeconds(text: string): number {
  if (Number(text) > MAX_SECONDS)
    throw usageError('is this in milliseconds? give Unix seconds, which have fewer digits');
  return parseTimestamp(text);
}

/** Returns what is wrong with a time, and what is accepted where the problem does not say it. */
export function timeAdvice(problem: string, form: TimeForm): string {
  const isClear = /\d/.test(problem) || form === 'now';
  return `${problem.charAt(0).toLowerCase()}${problem.slice(1)}${isClear ? '' : `; ${ACCEPTED[form]}`}`;
}

/** Removes the `@` in front of Unix seconds, as in `date --date @1291273200`. */
export function withoutSign(text: string): string {
  return text.replace(/^\s*@/, '');
}

/** Returns true when a fraction of a second is cut off from a time. */
export function hasFraction(text: string, form: TimeForm): boolean {
  if (form === 'time') return !Number.isInteger(Number(withoutSign(text)));
  return form === 'date' && /[.,]0*[1-9]/.test(text);
}

/**
 * Returns the notation that a time looks like.
 *
 * @throws {CliError} when it looks like none
 */
export function guessForm(text: string): TimeForm {
  const start = text.slice(0, LONGEST_NUMBER);
  if (/^\s*now\s*$/i.test(start)) return 'now';
  if (/^\s*y(ear)?\s*\d/i.test(start)) return 'cgt';
  if (/^\s*\+?\d+-\d/.test(start)) return 'date';
  if (/^\s*@?[+-]?[\d.]/.test(start)) return 'time';
  throw usageError('this is not a time; give one such as Y12D3, 1291273200, 2010-12-02T07:00Z or now');
}

/** Returns true for the errors of `readTimestamp`, false for a bug. */
export function isUnreadable(error: unknown): error is Error {
  return error instanceof Failure || error instanceof CliError;
}

/**
 * Creates an option that takes a time, such as Y25D204, 1718625600, 2024-06-17 or now.
 *
 * @param read reads the value; as Unix seconds by default
 */
export function timeOption<T = number>(
  context: Context,
  flags: string,
  about: string,
  read: (text: string) => T | number = (text) => readTimestamp(text, { now: () => context.now() }),
): Option {
  const [flag] = flags.split(' ');
  return new Option(flags, `${about}, such as Y25D204, 1718625600 or 2024-06-17`).argParser((text) => {
    try {
      return read(text);
    } catch (error) {
      throw isUnreadable(error) ? usageError(`${flag} is “${text}”: ${error.message}`) : error;
    }
  });
}

/** A time zone of the IANA database. */
export interface TimeZone {
  /**
   * Returns the difference to UTC at a time, in seconds: positive east of Greenwich.
   *
   * @param timestamp Unix seconds
   */
  offsetAt(timestamp: number): number;
}

const DAY = 86_400;

/** The last second of the year 9999, and the 400 years after which the calendar repeats, in seconds. */
const LAST_DATE = 253_402_300_799;
const ERA = 12_622_780_800;

/**
 * Reads the name of a time zone, such as `Europe/Berlin`.
 *
 * @throws {CliError} when there is no such zone
 */
export function readTimeZone(name: string): TimeZone {
  const format = formatIn(name);
  return {
    offsetAt(timestamp) {
      // Later years, which Date does not have, follow the rules of the same year in an earlier era.
      const eras = Math.max(0, Math.ceil((timestamp - LAST_DATE) / ERA));
      const time = timestamp - eras * ERA;
      const parts = Object.fromEntries(
        format.formatToParts(time * 1000).map(({ type, value }) => [type, Number(value)]),
      );
      const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
      return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - time;
    },
  };
}

/**
 * Converts the time of a clock in a zone to Unix seconds. A time that the clock shows twice is the first of both; one that it
 * skips is as long after the jump as it seems to be.
 *
 * @param local seconds since 1970, as the clock shows them
 */
export function fromLocal(local: number, zone: TimeZone): number {
  const before = zone.offsetAt(local - DAY);
  const candidates = [before, zone.offsetAt(local + DAY)].map((offset) => local - offset);
  const valid = candidates.filter((time) => time + zone.offsetAt(time) === local);
  return valid.length === 0 ? local - before : Math.min(...valid);
}

function formatIn(name: string): Intl.DateTimeFormat {
  try {
    const day = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    return new Intl.DateTimeFormat('en', { timeZone: name, hourCycle: 'h23', ...day, ...time });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw usageError(`--tz is “${name}”; give the name of a time zone, such as Europe/Berlin or UTC`);
  }
}

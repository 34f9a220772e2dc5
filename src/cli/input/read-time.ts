import { Option } from 'commander';
import { EPOCH, InvalidTime, parseCgt, parseTimestamp, toGalacticTime } from '../../domain/galactic-time.js';
import { LONGEST_NUMBER } from '../../domain/text.js';
import type { Context } from '../context.js';
import { CliError, usageError } from '../exit-status.js';
import { LAST_DATE, parseIsoDate } from '../output/dates.js';

/** `cgt` is galactic time, `time` Unix seconds, `date` an ISO 8601 date. */
export type TimeForm = 'cgt' | 'time' | 'date' | 'now';

export interface TimeSource {
  /** Unix seconds. */
  now(): number;
  zone?: TimeZone | undefined;
}

const ACCEPTED: Record<TimeForm, string> = {
  cgt: 'give a galactic time such as Y12D3 or “Year 12 Day 3, 05:12”',
  time: `give Unix seconds from ${EPOCH}`,
  date: 'give a date such as 2010-12-02, 2010-12-02T07:00Z or 2010-12-02T08:00+01:00',
  now: '',
};

const parsers: Record<TimeForm, (text: string, source: TimeSource) => number> = {
  now: (_text, source) => source.now(),
  cgt: parseCgt,
  time: (text) => parseTimestamp(withoutSign(text)),
  date(text, { zone }) {
    const timestamp = parseIsoDate(text, zone && ((local) => fromLocal(local, zone)));
    if (timestamp === undefined) throw usageError(`there is no such date; ${ACCEPTED.date}`);
    toGalacticTime(timestamp);
    return timestamp;
  },
};

/** Parses a time to Unix seconds, cutting off fractions. Guesses the notation by default. @throws {CliError} */
export function readTimestamp(text: string, source: TimeSource, form: TimeForm = guessForm(text)): number {
  try {
    const timestamp = parsers[form](text, source);
    if (timestamp <= LAST_DATE) return timestamp;
  } catch (error) {
    if (!(error instanceof InvalidTime)) throw error;
    const { problem } = error;
    // A problem with a number in it already names the accepted values.
    const next = /\d/.test(problem) ? '' : `; ${ACCEPTED[form]}`;
    throw usageError(problem.charAt(0).toLowerCase() + problem.slice(1) + next);
  }
  throw usageError('this is after the year 275760, the last that a date can have; give an earlier one');
}

function withoutSign(text: string): string {
  return text.replace(/^\s*@/, '');
}

/** @throws {CliError} for an unknown notation */
export function guessForm(text: string): TimeForm {
  const start = text.slice(0, LONGEST_NUMBER);
  if (/^\s*now\s*$/i.test(start)) return 'now';
  if (/^\s*y(ear)?\s*\d/i.test(start)) return 'cgt';
  if (/^\s*\+?\d+-\d/.test(start)) return 'date';
  if (/^\s*@?[+-]?[\d.]/.test(start)) return 'time';
  throw usageError('this is not a time; give one such as Y12D3, 1291273200, 2010-12-02T07:00Z or now');
}

export function timeOption(context: Context, flags: string, about: string): Option {
  return new Option(flags, `${about}, such as Y25D204, 1718625600 or 2024-06-17`).argParser((text) => {
    try {
      return readTimestamp(text, context);
    } catch (error) {
      throw error instanceof CliError ? usageError(`${flags.split(' ')[0]} is “${text}”: ${error.message}`) : error;
    }
  });
}

export interface TimeZone {
  /** Returns the seconds to add to UTC: positive east of Greenwich. */
  offsetAt(timestamp: number): number;
}

export function readTimeZone(name: string): TimeZone {
  const format = formatIn(name);
  return {
    offsetAt(timestamp) {
      const time = Math.min(timestamp, LAST_DATE);
      const parts = format.formatToParts(time * 1000).map(({ type, value }) => [type, Number(value)]);
      const { year, month, day, hour, minute, second } = Object.fromEntries(parts);
      return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - time;
    },
  };
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

const DAY = 86_400;

/** Converts a zone's clock, in seconds since 1970: the first of two equal times; a skipped time moves past the jump. */
function fromLocal(local: number, zone: TimeZone): number {
  const before = zone.offsetAt(local - DAY);
  const candidates = [before, zone.offsetAt(local + DAY)].map((offset) => local - offset);
  const valid = candidates.filter((time) => time + zone.offsetAt(time) === local);
  return valid.length === 0 ? local - before : Math.min(...valid);
}

import { Failure } from './failure.js';
import { LONGEST_NUMBER } from './text.js';

/** A galactic time: years of 365 days from 0, days from 1; a second is a real second. Reference, sections 2.2 and 4.2. */
export interface GalacticTime {
  years: number;
  days: number;
  hours: number;
  mins: number;
  secs: number;
}

/** 1998-12-03T07:00:00Z in Unix seconds. */
export const EPOCH = 912_668_400;

export const LAST_SECOND = Number.MAX_SAFE_INTEGER;

/** In the year 5138: a larger number is most likely in milliseconds. */
export const MAX_TIMESTAMP = 99_999_999_999;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS_IN_YEAR = 365;
const YEAR = DAYS_IN_YEAR * DAY;

const ACCEPTED =
  'Send cgt as “Y12D3” or “Year 12 Day 3”, optionally followed by “, 05:12” or “, 05:12:14”, or time as Unix seconds ' +
  `from ${EPOCH}.`;

/** Converts Unix seconds and cuts off a fraction. @throws {InvalidTime} before the epoch or beyond exact integers */
export function toGalacticTime(timestamp: number): GalacticTime {
  const second = Math.trunc(timestamp);
  if (!(second >= EPOCH)) throw new InvalidTime(`${timestamp} is before Year 0 Day 1, which is ${EPOCH}`, 'time');
  if (second > LAST_SECOND)
    throw new InvalidTime(`This time is after the last exact second, which is ${LAST_SECOND}`, 'time');
  const elapsed = second - EPOCH;
  return {
    years: Math.floor(elapsed / YEAR),
    days: Math.floor((elapsed % YEAR) / DAY) + 1,
    hours: Math.floor((elapsed % DAY) / HOUR),
    mins: Math.floor((elapsed % HOUR) / MINUTE),
    secs: elapsed % MINUTE,
  };
}

export function toTimestamp(time: GalacticTime): number {
  return EPOCH + time.years * YEAR + (time.days - 1) * DAY + time.hours * HOUR + time.mins * MINUTE + time.secs;
}

const GRAMMAR =
  /^\s*(?:Y(\d+)\s*D(\d+)|Year\s+(\d+)\s+Day\s+(\d+))(?:(?:\s*,\s*|\s+)(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?\s*$/i;

/**
 * Reads both forms of the reference, section 4.2, in any case. Clients also write `Y## D###`, and leave out the comma.
 *
 * @throws {InvalidTime}
 */
export function parseGalacticTime(text: string): GalacticTime {
  refuseLong(text, 'cgt');
  const match = GRAMMAR.exec(text);
  if (!match) throw new InvalidTime('This is not a galactic time', 'cgt');
  const years = Number(match[1] ?? match[3]);
  const days = Number(match[2] ?? match[4]);
  const hours = Number(match[5] ?? 0);
  const mins = Number(match[6] ?? 0);
  const secs = Number(match[7] ?? 0);
  if (days < 1 || days > DAYS_IN_YEAR) throw new InvalidTime(`There is no day ${days}: days run from 1 to 365`, 'cgt');
  if (hours > 23) throw new InvalidTime(`There is no hour ${hours}: hours run from 0 to 23`, 'cgt');
  if (mins > 59) throw new InvalidTime(`There is no minute ${mins}: minutes run from 0 to 59`, 'cgt');
  if (secs > 59) throw new InvalidTime(`There is no second ${secs}: seconds run from 0 to 59`, 'cgt');
  const time = { years, days, hours, mins, secs };
  if (!Number.isSafeInteger(toTimestamp(time)))
    throw new InvalidTime('The year is too large to be converted exactly', 'cgt');
  return time;
}

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** Reads Unix seconds and cuts off a fraction. @throws {InvalidTime} unless it is a number from `EPOCH` to `MAX_TIMESTAMP` */
export function parseTimestamp(input: number | string): number {
  if (typeof input === 'string') {
    refuseLong(input, 'time');
    if (!NUMBER.test(input)) throw new InvalidTime('This time is not a number', 'time');
  }
  // Cut off as text: a double can round a long fraction up to the next second.
  const whole = typeof input === 'string' ? input.replace(/\.\d*\s*$/, '') : input;
  const timestamp = Math.trunc(Number(whole));
  if (timestamp > MAX_TIMESTAMP)
    throw new InvalidTime(`Is this in milliseconds? Give Unix seconds up to ${MAX_TIMESTAMP}`, 'time');
  toGalacticTime(timestamp);
  return timestamp;
}

function refuseLong(text: string, parameter: string): void {
  if (text.length > LONGEST_NUMBER)
    throw new InvalidTime(`This time is longer than ${LONGEST_NUMBER} characters`, parameter);
}

export function formatGalacticTime(time: GalacticTime): string {
  const clock = [time.hours, time.mins, time.secs].map((part) => String(part).padStart(2, '0')).join(':');
  return `Year ${time.years} Day ${time.days}, ${clock}`;
}

/** Returns `Y12 D3, 05:12`. */
export function formatShortTime({ years, days, hours, mins }: GalacticTime): string {
  const clock = [hours, mins].map((part) => String(part).padStart(2, '0')).join(':');
  return `Y${years} D${days}, ${clock}`;
}

/** Converts a galactic time to Unix seconds. @throws {InvalidTime} */
export function parseCgt(text: string): number {
  return toTimestamp(parseGalacticTime(text));
}

export function formatCgt(timestamp: number): string {
  return formatGalacticTime(toGalacticTime(timestamp));
}

/** `problem` says what is wrong; the message adds what is accepted. */
export class InvalidTime extends Failure {
  readonly problem: string;

  constructor(problem: string, parameter?: string) {
    super('invalid_time', `${problem}. ${ACCEPTED}`, parameter === undefined ? {} : { parameter });
    this.problem = problem;
  }
}

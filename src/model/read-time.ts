import { EPOCH, parseGalacticTime, toTimestamp } from '../domain/galactic-time.js';
import { type Reason, refusals } from '../domain/refusals.js';
import { LONGEST_NUMBER, quote } from '../domain/text.js';

const YEAR = 366 * 86_400;

/** A time from the year 5138 on, in seconds, is most likely one of this age, in milliseconds. */
const MILLISECONDS = 1e11;

const ISO_8601 = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)$/i;

/** The forms of a time, in words. */
export const ACCEPTED_TIMES =
  'Unix seconds (1291273200), ISO 8601 with its zone (“2010-12-02T07:00:00Z”) or game time (“Year 12 Day 3, 05:00”)';

/**
 * Reads a time as a record gives it: Unix seconds as a number, ISO 8601 with its zone, or galactic time in
 * either grammar.
 *
 * @returns Unix seconds; a fraction in ISO 8601 is cut off
 * @throws {RangeError} when it is none of these, or before Year 0 Day 1
 * @throws {Failure} `invalid_time` when it is a galactic time that cannot be
 */
export function readTime(input: number | string): number {
  const second = typeof input === 'number' ? input : readText(input);
  if (!Number.isSafeInteger(second)) throw new RangeError(`must be ${ACCEPTED_TIMES}, not ${quote(input)}`);
  if (second < EPOCH) throw new RangeError(`is before Year 0 Day 1, which is ${EPOCH}: ${quote(input)}`);
  return second;
}

function readText(input: string): number {
  if (input.length > LONGEST_NUMBER) return Number.NaN;
  const text = input.trim();
  if (/^y/i.test(text)) return toTimestamp(parseGalacticTime(text));
  const match = ISO_8601.exec(text);
  if (!match) return Number.NaN;
  const [, year, month, day, clock, zone] = match;
  // Date.parse takes 30 February for 1 March.
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return Number.NaN;
  return Math.floor(Date.parse(`${year}-${month}-${day}T${clock}${zone}`.toUpperCase()) / 1000);
}

/** Returns what is wrong with the time of something that has happened: more than a year after `now` it cannot be right. */
export function aheadOf(time: number, now: number): Reason | undefined {
  if (time <= now + YEAR) return undefined;
  if (time < MILLISECONDS) {
    return refusals.ahead('time', new Date(time * 1000).toISOString().slice(0, 10));
  }
  const year = 1970 + Math.floor(time / 31_556_952);
  return refusals.milliseconds('time', time, year);
}

import { EPOCH, MAX_TIMESTAMP, parseGalacticTime, toTimestamp } from '../domain/galactic-time.js';
import { type Reason, refusals } from '../domain/refusals.js';
import { LONGEST_NUMBER, quote } from '../domain/text.js';

const YEAR = 366 * 86_400;

const ISO_8601 = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)$/i;

export const ACCEPTED_TIMES =
  'Unix seconds (1291273200), ISO 8601 with its zone (“2010-12-02T07:00:00Z”) or game time (“Year 12 Day 3, 05:00”)';

/** Returns Unix seconds. @throws {RangeError} for another form or before the epoch, {Failure} for an impossible galactic time */
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

/** Returns a reason when a past event is dated more than a year after `now`. */
export function aheadOf(time: number, now: number): Reason | undefined {
  if (time <= now + YEAR) return undefined;
  if (time <= MAX_TIMESTAMP) {
    return refusals.ahead('time', new Date(time * 1000).toISOString().slice(0, 10));
  }
  const year = 1970 + Math.floor(time / 31_556_952);
  return refusals.milliseconds('time', time, year);
}

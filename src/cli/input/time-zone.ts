import { usageError } from '../cli-error.js';

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

import { LONGEST_NUMBER } from '../../domain/text.js';

/** The cycle of the Gregorian calendar, 400 years, in seconds. */
const ERA = 12_622_780_800;

/**
 * Formats a time as an ISO 8601 date in UTC: `2010-12-02T07:00:00Z`. Years after 9999 have a sign and at least six digits,
 * also beyond the range of Date.
 *
 * @param timestamp Unix seconds
 */
export function isoDate(timestamp: number): string {
  const eras = Math.floor(timestamp / ERA);
  const [, year, rest] = /^(\d{4})(.*)\.\d{3}Z$/.exec(new Date((timestamp - eras * ERA) * 1000).toISOString()) ?? [];
  return `${formatYear(Number(year) + eras * 400)}${rest}Z`;
}

function formatYear(year: number): string {
  return year > 9999 ? `+${String(year).padStart(6, '0')}` : String(year).padStart(4, '0');
}

const PATTERN =
  /^\+?(\d{4,9})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i;

/**
 * Formats a time as an ISO 8601 date at an offset to UTC: `2010-12-02T08:00:00+01:00`.
 *
 * @param timestamp Unix seconds
 * @param offset seconds; whole minutes
 */
export function isoDateAt(timestamp: number, offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  const suffix = minutes === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${hours}:${rest}`;
  return isoDate(timestamp + offset).replace(/Z$/, suffix);
}

/**
 * Parses an ISO 8601 date, with or without a time of day and a zone. Fractions of a second are cut off.
 *
 * @param fromLocal converts a date without a zone, in seconds of its clock, to Unix seconds; by default it is in UTC
 * @returns Unix seconds; undefined for an invalid date
 */
export function parseIsoDate(text: string, fromLocal = (local: number) => local): number | undefined {
  const match = text.length > LONGEST_NUMBER ? null : PATTERN.exec(text.trim());
  if (!match) return undefined;
  const part = (index: number) => Number(match[index] ?? 0);
  const [year = 0, month = 0, day = 0, hours = 0, mins = 0, secs = 0] = [1, 2, 3, 4, 5, 6].map(part);
  if (month < 1 || month > 12 || day < 1 || hours > 23 || mins > 59 || secs > 59) return undefined;
  const eras = Math.floor(year / 400) - 5;
  const date = new Date(Date.UTC(year - eras * 400, month - 1, day, hours, mins, secs));
  if (date.getUTCDate() !== day) return undefined;
  if (part(9) > 23 || part(10) > 59) return undefined;
  const offset = (match[8] === '-' ? -1 : 1) * (part(9) * 3600 + part(10) * 60);
  const local = date.getTime() / 1000 + eras * ERA;
  return match[7] === undefined ? fromLocal(local) : local - offset;
}

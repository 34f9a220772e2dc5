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
  /^\s*\+?(\d{4,9})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(Z|([+-])(\d\d)(?::?(\d\d))?)?)?\s*$/i;

/**
 * Parses an ISO 8601 date, with or without a time of day and a zone (default: UTC). Fractions of a second are cut off.
 *
 * @returns Unix seconds; undefined for an invalid date
 */
export function parseIsoDate(text: string): number | undefined {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const part = (index: number) => Number(match[index] ?? 0);
  const [year, month, day, hours, mins, secs] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  if (month < 1 || month > 12 || day < 1 || hours > 23 || mins > 59 || secs > 59) return undefined;
  const eras = Math.floor(year / 400) - 5;
  const date = new Date(Date.UTC(year - eras * 400, month - 1, day, hours, mins, secs));
  if (date.getUTCDate() !== day) return undefined;
  if (part(9) > 23 || part(10) > 59) return undefined;
  const offset = (match[8] === '-' ? -1 : 1) * (part(9) * 3600 + part(10) * 60);
  return date.getTime() / 1000 + eras * ERA - offset;
}

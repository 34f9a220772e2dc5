import { LONGEST_NUMBER } from '../../domain/text.js';

/** The last Unix second of a date, in the year 275760. */
export const LAST_DATE = 8_640_000_000_000;

/** Formats Unix seconds up to `LAST_DATE` in UTC: `2010-12-02T07:00:00Z`. */
export function isoDate(timestamp: number): string {
  return new Date(Math.min(timestamp, LAST_DATE) * 1000).toISOString().replace(/\.\d+/, '');
}

/** Formats Unix seconds at an offset in seconds: `2010-12-02T08:00:00+01:00`. */
export function isoDateAt(timestamp: number, offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  const suffix = minutes === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${hours}:${rest}`;
  return isoDate(timestamp + offset).replace(/Z$/, suffix);
}

const PATTERN =
  /^\+?(\d{4,6})-(\d\d-(\d\d))(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,]\d+)?)?\s*(Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?)?$/i;

/** Returns Unix seconds without fractions; undefined when invalid. `fromLocal` converts dates without a zone, by default UTC. */
export function parseIsoDate(text: string, fromLocal = (local: number) => local): number | undefined {
  const match = text.length > LONGEST_NUMBER ? null : PATTERN.exec(text.trim());
  if (!match) return undefined;
  const [, year = '', rest, day, hour = '00', minute = '00', second = '00', zone, sign, hours = 0, minutes = 0] = match;
  const local = new Date(`+${year.padStart(6, '0')}-${rest}T${hour}:${minute}:${second}Z`);
  if (local.getUTCDate() !== Number(day)) return undefined;
  const seconds = local.getTime() / 1000;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60 : 60);
  return zone === undefined ? fromLocal(seconds) : seconds - offset;
}

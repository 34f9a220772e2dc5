import { LAST_SECOND, parseTimestamp } from '../../domain/galactic-time.js';

/**
 * Reads the value of a date field, in the time zone of the device.
 *
 * @throws {Failure} where the service could not convert the date
 */
export function parseLocalDate(text: string): number {
  const timestamp = Math.floor(new Date(text).getTime() / 1000);
  return parseTimestamp(Number.isNaN(timestamp) ? LAST_SECOND + 1 : timestamp);
}

/** Returns the value of a date field for a timestamp; the empty string beyond the years that such a field can hold. */
export function formatLocalDate(timestamp: number): string {
  const date = new Date(timestamp * 1000);
  if (!(date.getFullYear() <= 9999)) return '';
  const minutes = date.getTimezoneOffset();
  return new Date(date.getTime() - minutes * 60_000).toISOString().slice(0, 19);
}

import { Failure } from '../../domain/failure.js';
import { parseCgt, parseTimestamp, toGalacticTime } from '../../domain/galactic-time.js';
import { byId } from './by-id.js';
import type { ShowTime } from './clock.js';

export function startConverter(show: ShowTime): void {
  const input = byId<HTMLInputElement>('converter-any');
  const error = byId('converter-any-error');
  const now = byId('clock-now');
  const convert = () => {
    let timestamp: number | undefined;
    error.textContent = '';
    try {
      timestamp = input.value.trim() === '' ? undefined : parse(input.value.trim());
    } catch (problem) {
      if (!(problem instanceof Failure)) throw problem;
      error.textContent = problem.message;
    }
    now.hidden = timestamp === undefined;
    show(timestamp);
  };
  input.addEventListener('input', convert);
  now.addEventListener('click', () => {
    input.value = '';
    convert();
  });
}

/** Reads a galactic time, Unix seconds, or a date in the time zone of the device, unless it names one. */
function parse(text: string): number {
  if (/^\d{4,6}-\d\d?-\d\d?/.test(text)) {
    const timestamp = Math.floor(Date.parse(text) / 1000);
    toGalacticTime(timestamp);
    return timestamp;
  }
  return /^[+-]?[\d.]+$/.test(text) ? parseTimestamp(text) : parseCgt(text);
}

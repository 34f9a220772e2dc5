import { Failure } from '../../domain/failure.js';
import { formatCgt, parseCgt, parseTimestamp } from '../../domain/galactic-time.js';
import type { ClockFace } from './clock.js';
import { byId } from './element.js';
import { formatLocalDate, parseLocalDate } from './local-date.js';
import type { ServiceClock } from './service-clock.js';

/** One of the fields that show the same timestamp. */
interface Field {
  input: HTMLInputElement;
  error: HTMLElement;
  /** @throws {Failure} whose message names the mistake and what is accepted */
  parse(text: string): number;
  format(timestamp: number): string;
}

/** Milliseconds without a keystroke after which the result is announced. */
const PAUSE = 600;

/** Starts the converter: each field fills the others, by the rules of the service, and the clock follows. */
export function startConverter(clock: ServiceClock, face: ClockFace): void {
  const fields = [
    field('any', parseAny, formatCgt),
    field('cgt', parseCgt, formatCgt),
    field('time', parseTimestamp, String),
    field('date', parseLocalDate, formatLocalDate),
  ];
  const follow = (timestamp: number | undefined) => {
    face.show(timestamp);
    byId('clock-now').hidden = timestamp === undefined;
  };
  for (const each of fields) each.input.addEventListener('input', () => follow(convert(each, fields)));
  byId('converter-now').addEventListener('click', () => {
    show(Math.floor(clock.now() / 1000), fields);
    follow(undefined);
  });
  byId('clock-now').addEventListener('click', () => {
    const [any] = fields;
    if (!any) return;
    any.input.value = '';
    clear(any, fields);
    any.input.focus();
    follow(undefined);
  });
  for (const form of ['converter-form', 'converter-any-form'])
    byId(form).addEventListener('submit', (event) => event.preventDefault());
}

/** Reads a galactic time, Unix seconds, or a date: in the time zone of the device, unless it ends with Z. */
function parseAny(text: string): number {
  if (/^\d{4,6}-\d\d?-\d\d?/.test(text.trim()))
    return parseLocalDate(
      text
        .trim()
        .replace(/^([\d-]+) +(\d)/, '$1T$2')
        .replace(/^(\d+-\d\d-\d\d)$/, '$1T00:00'),
    );
  return /^[+-]?[\d.]+$/.test(text.trim()) ? parseTimestamp(text.trim()) : parseCgt(text);
}

function field(name: string, parse: Field['parse'], format: Field['format']): Field {
  return { input: byId<HTMLInputElement>(`converter-${name}`), error: byId(`converter-${name}-error`), parse, format };
}

/** Shows what a field says in the others. Returns the time; undefined for none. */
function convert(source: Field, fields: Field[]): number | undefined {
  const text = source.input.value;
  // A date that is not yet complete has no value, and is not a mistake.
  if (text.trim() === '') {
    clear(source, fields);
    return undefined;
  }
  try {
    const timestamp = source.parse(text);
    show(timestamp, fields, source);
    return timestamp;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    clear(source, fields);
    source.input.setAttribute('aria-invalid', 'true');
    source.error.textContent = error.message;
    announce(error.message);
    return undefined;
  }
}

/** Shows a timestamp in every field but the one that it was typed into. */
function show(timestamp: number, fields: Field[], source?: Field): void {
  for (const each of fields) {
    accept(each);
    if (each !== source) each.input.value = each.format(timestamp);
  }
  const result = `${formatCgt(timestamp)} is ${inUtc(timestamp)}.`;
  byId('converter-result').textContent = result;
  announce(result);
}

function clear(source: Field, fields: Field[]): void {
  for (const each of fields) {
    accept(each);
    if (each !== source) each.input.value = '';
  }
  byId('converter-result').textContent = '';
  announce('');
}

function accept({ input, error }: Field): void {
  input.removeAttribute('aria-invalid');
  error.textContent = '';
}

let pending: ReturnType<typeof setTimeout> | undefined;

/** Announces the result to screen readers once the typing pauses, and not after each key. */
function announce(text: string): void {
  clearTimeout(pending);
  pending = setTimeout(() => {
    byId('converter-status').textContent = text;
  }, PAUSE);
}

/** The last second that a Date can hold. */
const LAST_DATE = 8.64e12;

function inUtc(timestamp: number): string {
  if (timestamp > LAST_DATE) return `Unix second ${timestamp}, too far away for a date`;
  const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' });
  return `${utc.format(timestamp * 1000)} UTC`;
}

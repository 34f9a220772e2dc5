import { Failure } from '../../domain/failure.js';
import { formatCgt, parseCgt, parseTimestamp } from '../../domain/galactic-time.js';
import { byId } from './element.js';
import { formatLocalDate, parseLocalDate } from './local-date.js';
import type { ServiceClock } from './service-clock.js';

/** One of the fields that show the same moment. */
interface Field {
  input: HTMLInputElement;
  error: HTMLElement;
  /** @throws {Failure} that says what is wrong, and what is accepted */
  parse(text: string): number;
  format(timestamp: number): string;
}

/** Milliseconds without a key after which the result is read out. */
const PAUSE = 600;

/** Lets each field of the converter fill the others, by the rules that the service converts with. */
export function startConverter(clock: ServiceClock): void {
  const fields = [
    field('cgt', parseCgt, formatCgt),
    field('time', parseTimestamp, String),
    field('date', parseLocalDate, formatLocalDate),
  ];
  for (const each of fields) each.input.addEventListener('input', () => convert(each, fields));
  byId('convert-now').addEventListener('click', () => show(Math.floor(clock.now() / 1000), fields));
  byId('converter-form').addEventListener('submit', (event) => event.preventDefault());
}

function field(name: string, parse: Field['parse'], format: Field['format']): Field {
  return { input: byId<HTMLInputElement>(`convert-${name}`), error: byId(`convert-${name}-error`), parse, format };
}

function convert(source: Field, fields: Field[]): void {
  const text = source.input.value;
  // A date that was only begun has no value either, but is no mistake yet.
  if (text.trim() === '') {
    clear(source, fields);
    return;
  }
  try {
    show(source.parse(text), fields, source);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    clear(source, fields);
    source.input.setAttribute('aria-invalid', 'true');
    source.error.textContent = error.message;
    announce(error.message);
  }
}

/** Shows a moment in every field but the one that it was typed into. */
function show(timestamp: number, fields: Field[], source?: Field): void {
  for (const each of fields) {
    accept(each);
    if (each !== source) each.input.value = each.format(timestamp);
  }
  const result = `${formatCgt(timestamp)} is ${inUtc(timestamp)}.`;
  byId('convert-result').textContent = result;
  announce(result);
}

function clear(source: Field, fields: Field[]): void {
  for (const each of fields) {
    accept(each);
    if (each !== source) each.input.value = '';
  }
  byId('convert-result').textContent = '';
  announce('');
}

function accept({ input, error }: Field): void {
  input.removeAttribute('aria-invalid');
  error.textContent = '';
}

let pending: ReturnType<typeof setTimeout> | undefined;

/** Has a screen reader tell the outcome, not every step on the way there. */
function announce(text: string): void {
  clearTimeout(pending);
  pending = setTimeout(() => {
    byId('convert-status').textContent = text;
  }, PAUSE);
}

/** The last second that a Date can hold. */
const LAST_DATE = 8.64e12;

function inUtc(timestamp: number): string {
  if (timestamp > LAST_DATE) return `Unix second ${timestamp}, too far away for a date`;
  const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' });
  return `${utc.format(timestamp * 1000)} UTC`;
}

import { Failure } from '../../domain/failure.js';
import { formatCgt, parseCgt, parseTimestamp } from '../../domain/galactic-time.js';
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

/** Starts the converter: each field fills the others, by the rules of the service. */
export function startConverter(clock: ServiceClock): void {
  const fields = [
    field('cgt', parseCgt, formatCgt),
    field('time', parseTimestamp, String),
    field('date', parseLocalDate, formatLocalDate),
  ];
  for (const each of fields) each.input.addEventListener('input', () => convert(each, fields));
  byId('converter-now').addEventListener('click', () => show(Math.floor(clock.now() / 1000), fields));
  byId('converter-form').addEventListener('submit', (event) => event.preventDefault());
}

function field(name: string, parse: Field['parse'], format: Field['format']): Field {
  return { input: byId<HTMLInputElement>(`converter-${name}`), error: byId(`converter-${name}-error`), parse, format };
}

function convert(source: Field, fields: Field[]): void {
  const text = source.input.value;
  // A date that is not yet complete has no value, and is not a mistake.
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

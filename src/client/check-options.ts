import { isRecord } from './unknown-record.js';

/** The check of an option, and what it takes, for the error. The value of a secret is not shown in it. */
export type Check = readonly [isRight: (value: unknown) => boolean, expected: string, isSecret?: 'secret'];

/** The checks of all options that an object has. */
export type Checks<T> = { readonly [Name in keyof Required<T>]: Check };

const isText = (value: unknown) => typeof value === 'string';

export const text: Check = [isText, 'a text'];
export const texts: Check = [
  (value) => isRecord(value) && Object.values(value).every((each) => each === undefined || isText(each)),
  'an object of texts',
  'secret',
];
export const object: Check = [isRecord, 'an object'];
export const func: Check = [(value) => typeof value === 'function', 'a function'];
export const wholeFrom0: Check = [
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'a whole number from 0, such as 2',
];
export const milliseconds: Check = [
  (value) => typeof value === 'number' && value > 0,
  'a number of milliseconds above 0, such as 5000',
];

/**
 * Checks the options that a program gives, of which the compiler may have seen nothing. One that is undefined counts as left out.
 *
 * @param prefix the name of the option that the object is
 * @throws {TypeError} for an option that does not exist, or has a wrong value; the message names it, and what it takes
 */
export function checkOptions<T>(given: T, checks: Checks<T>, prefix = '', required: readonly string[] = []): void {
  if (!isRecord(given)) throw new TypeError(`the options must be an object, not ${shown(given)}`);
  for (const name of new Set([...required, ...Object.keys(given)])) {
    const value = given[name];
    if (!Object.hasOwn(checks, name)) {
      const known = Object.keys(checks).map((each) => prefix + each);
      throw new TypeError(`there is no option ${prefix}${name}; there are ${known.join(', ')}`);
    }
    const [isRight, expected, isSecret] = checks[name as keyof T];
    if ((value === undefined && !required.includes(name)) || isRight(value)) continue;
    const not = value !== undefined && isSecret ? '' : `, not ${shown(value)}`;
    throw new TypeError(`the option ${prefix}${name} must be ${expected}${not}`);
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

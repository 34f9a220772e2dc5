import { Option } from 'commander';
import { readNumber } from '../../domain/text.js';
import { usageError } from '../cli-error.js';

/** The largest number that can have a successor. */
const MAX = Number.MAX_SAFE_INTEGER - 1;

/** Creates an option whose value is a whole number within bounds. */
export function wholeNumberOption(flags: string, about: string, min: number, max = MAX): Option {
  const [flag] = flags.split(' ');
  const range = max === MAX ? `from ${min}` : `from ${min} to ${max}`;
  return new Option(flags, about).argParser((text) => {
    const number = readNumber(text);
    if (/^\d{1,16}$/.test(text) && number >= min && number <= max) return number;
    throw usageError(`${flag} is “${text}”; give a whole number ${range}`);
  });
}

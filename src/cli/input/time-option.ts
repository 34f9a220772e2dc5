import { Option } from 'commander';
import { usageError } from '../cli-error.js';
import type { Context } from '../context.js';
import { isUnreadable, readTimestamp } from './read-time.js';

/**
 * Creates an option that takes a time, such as Y25D204, 1718625600, 2024-06-17 or now.
 *
 * @param read reads the value; as Unix seconds by default
 */
export function timeOption<T = number>(
  context: Context,
  flags: string,
  about: string,
  read: (text: string) => T | number = (text) => readTimestamp(text, { now: () => context.now() }),
): Option {
  const [flag] = flags.split(' ');
  return new Option(flags, `${about}, such as Y25D204, 1718625600 or 2024-06-17`).argParser((text) => {
    try {
      return read(text);
    } catch (error) {
      throw isUnreadable(error) ? usageError(`${flag} is “${text}”: ${error.message}`) : error;
    }
  });
}

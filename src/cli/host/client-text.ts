import { isStorable } from '../../domain/text.js';
import { usageError } from '../cli-error.js';

/**
 * Returns a text that can be the id or the name of a client.
 *
 * @throws {CliError} when it cannot
 */
export function clientText(text: string, what: string): string {
  if (text.trim() === text && text.length >= 1 && text.length <= 100 && isStorable(text) && !/[\t\r\n]/.test(text))
    return text;
  throw usageError(`${what} must be one line of 1 to 100 characters, without spaces around it`);
}

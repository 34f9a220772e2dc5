import { isStorable } from '../../domain/text.js';
import { usageError } from '../cli-error.js';

/**
 * The text of an id or a name, when it can be one.
 *
 * @throws {CliError} otherwise
 */
export function clientText(text: string, what: string): string {
  if (text.trim() === text && text.length >= 1 && text.length <= 100 && isStorable(text) && !/[\t\r\n]/.test(text))
    return text;
  throw usageError(`${what} of a client must be a line of 1 to 100 characters, without blanks around it`);
}

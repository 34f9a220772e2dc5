import { GIVEN_NAME_RULE, givenName } from '../../domain/given-name.js';
import { usageError } from '../cli-error.js';

/**
 * Returns a text that can be the id or the name of a client.
 *
 * @throws {CliError} when it cannot
 */
export function clientText(text: string, what: string): string {
  if (givenName(text) === text) return text;
  throw usageError(`${what} must be ${GIVEN_NAME_RULE}, without spaces around it`);
}

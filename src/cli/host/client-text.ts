import { reservedClientIds } from '../../domain/oauth-client.js';
import { GIVEN_NAME_RULE, givenName } from '../../domain/text.js';
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

/**
 * Returns a text that can be the id of a new client.
 *
 * @throws {CliError} when it cannot
 */
export function newClientId(text: string): string {
  if (reservedClientIds.includes(text)) throw usageError(`the id “${text}” is reserved; choose another id`);
  return clientText(text, 'the id of a client');
}

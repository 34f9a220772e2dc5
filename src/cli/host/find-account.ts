import { GIVEN_NAME_RULE, givenName } from '../../domain/text.js';
import type { Account, Named, Store } from '../../store/store.js';
import { CliError, usageError } from '../exit-status.js';

/** Seconds. */
export const INVITATION_LIFETIME = 7 * 24 * 60 * 60;

export function invitationLink(address: string, secret: string): string {
  return `${address}/ws/v2.0/account/invitation?code=${secret}`;
}

/** @throws {CliError} when there is none */
export async function findAccount(store: Store, name: string): Promise<Account> {
  const account = await store.accounts.findByName(name);
  if (!account) throw new CliError('not_found', `there is no account “${name}”; see svcapi account list`);
  return account;
}

/** @throws {CliError} when there is none */
export async function findCharacter(store: Store, text: string): Promise<Named> {
  const character = await store.characters.find(text);
  if (!character) throw new CliError('not_found', `there is no character “${text}”; give the UID or the name of one`);
  return character;
}

/** Accepts the name of an account, and the id or the name of a client. @throws {CliError} for any other text */
export function readName(text: string, what: string): string {
  if (givenName(text) === text) return text;
  throw usageError(`${what} must be ${GIVEN_NAME_RULE}, without spaces around it`);
}

import type { Account, Named, Store } from '../../store/store.js';
import { CliError } from '../cli-error.js';

/**
 * Finds an account by its name.
 *
 * @throws {CliError} when there is none
 */
export async function findAccount(store: Store, name: string): Promise<Account> {
  const account = await store.accounts.findByName(name);
  if (!account) throw new CliError('not_found', `there is no account “${name}”; see svcapi account list`);
  return account;
}

/**
 * Finds accounts by their names, each once.
 *
 * @throws {CliError} for the first that does not exist
 */
export async function findAccounts(store: Store, names: readonly string[]): Promise<Account[]> {
  const found = new Map<string, Account>();
  for (const name of names) {
    const account = await findAccount(store, name);
    found.set(account.id, account);
  }
  return [...found.values()];
}

/**
 * Finds characters by their UIDs or names.
 *
 * @throws {CliError} for the first that does not exist
 */
export async function findCharacters(store: Store, texts: readonly string[]): Promise<Named[]> {
  const found: Named[] = [];
  for (const text of texts) {
    const character = await store.characters.find(text);
    if (!character) throw new CliError('not_found', `there is no character “${text}”; give the UID or the name of one`);
    found.push(character);
  }
  return found;
}

import type { Account, Store } from '../../store/store.js';

/** Returns the id of the client that the personal tokens of an account belong to. */
export function personalClientId({ id }: Pick<Account, 'id'>): string {
  return `personal-${id}`;
}

/**
 * Creates the client of an account's personal tokens, if it has none yet.
 *
 * @returns false if the host has revoked it
 */
export async function ensurePersonalClient(store: Store, account: Account, now: number): Promise<boolean> {
  const id = personalClientId(account);
  const known = await store.clients.find(id);
  if (known) return known.revoked_at === null;
  await store.clients.create({ id, name: 'Personal tokens', owner_id: account.id }, now);
  return true;
}

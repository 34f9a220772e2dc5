import type { Permission } from '../../domain/permission.js';
import type { Store } from '../../store/store.js';
import { ensureClient } from './built-in-clients.js';
import { LIFETIMES, type OAuthOptions } from './lifetimes.js';

/** A person's consent: a program may act for a character. */
export interface Agreement {
  accountId: string;
  clientId: string;
  characterUid: string;
  permissions: Permission[];
  /** The name of the device, which only a grant of its own gets. */
  name: string | null;
  /** True when the program keeps its access until somebody ends it. */
  isOffline: boolean;
  /** True for a program that anybody could pretend to be, which gets a grant of its own each time. */
  isUnverified: boolean;
}

/**
 * Makes a grant, or extends the one that the program has for the character.
 *
 * @param now Unix seconds
 * @returns the id of the grant
 */
export async function agree(store: Store, options: OAuthOptions, agreement: Agreement, now: number): Promise<string> {
  const { accountId, clientId, characterUid, permissions, name, isOffline, isUnverified } = agreement;
  const briefly = options.accessTokenLifetime + LIFETIMES.authorizationCode;
  const expiresAt = now + (isUnverified && !isOffline ? briefly : options.grantLifetime);
  return store.transaction(async (within) => {
    const { grants } = within;
    const known = isUnverified ? undefined : await grants.findFor(accountId, clientId, characterUid, now);
    if (known) {
      await grants.extend(known.id, permissions, expiresAt);
      return known.id;
    }
    await ensureClient(within, clientId, now);
    const grant = { client_id: clientId, character_uid: characterUid, permissions, expires_at: expiresAt };
    return grants.create({ ...grant, account_id: accountId, name: isUnverified ? name : null }, now);
  });
}

import type { Client, Context, Grant, interactionPolicy } from 'oidc-provider';
import type { Permission } from '../../domain/permission.js';
import type { Store } from '../../store/store.js';
import type { AdapterParts } from './adapter.js';
import { ensureClient } from './clients.js';
import { LIFETIMES, type OAuthOptions } from './lifetimes.js';

/** Returns true for a program that can keep no secret. */
export function isPublic(client: Client): boolean {
  return client.clientAuthMethod === 'none';
}

/** Returns true for a program that anybody could pretend to be: a public one on the device itself. RFC 8252, section 8.6. */
export function isUnverified(
  isPublicClient: boolean,
  applicationType: string,
  redirectUri: string | undefined,
): boolean {
  return isPublicClient && applicationType === 'native' && !redirectUri?.startsWith('https:');
}

/** Returns the rules of when a person is asked: for more permissions, and each time for a program that anybody could pretend to be. */
export function consentPolicy({ base, Check }: typeof interactionPolicy) {
  const policy = base();
  const checks = policy.get('consent')?.checks;
  checks?.remove('native_client_prompt');
  checks?.add(
    new Check(
      'unverified_client_prompt',
      'the person must agree to a program that anybody could pretend to be',
      'interaction_required',
      ({ oidc: { client, params, result } }: Context) =>
        isUnverified(isPublic(client), client.applicationType, params.redirect_uri) && !result?.consent,
    ),
  );
  return policy;
}

/**
 * Returns the grant that a request may use: the one that the person has just agreed to, or an earlier one. A person with
 * several characters is asked each time which one it is.
 */
export async function existingGrant(
  { oidc }: Context,
  { store: { accounts, grants }, now }: Pick<AdapterParts, 'store' | 'now'>,
): Promise<Grant | undefined> {
  let id = oidc.result?.consent?.grantId;
  if (id === undefined && oidc.account) {
    const { accountId } = oidc.account;
    const [only, ...others] = (await accounts.find(accountId))?.characters ?? [];
    if (!only || others.length > 0) return undefined;
    id = (await grants.findFor(accountId, oidc.client.clientId, only.uid, now()))?.id;
  }
  const grant = id === undefined ? undefined : await oidc.provider.Grant.find(id);
  if (grant && oidc.params.renew_previously_granted === 'yes') {
    const granted = grant.getOIDCScope().split(' ');
    oidc.params.scope = [...new Set([...(oidc.params.scope ?? '').split(' '), ...granted])].join(' ').trim();
  }
  return grant;
}

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

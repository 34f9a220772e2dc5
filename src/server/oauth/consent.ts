import type { Client, KoaContextWithOIDC as Context, Grant, interactionPolicy } from 'oidc-provider';
import type { Permission } from '../../domain/permission.js';
import type { Store } from '../../store/store.js';
import type { AdapterParts } from './adapter.js';
import { ensureClient } from './clients.js';
import { LIFETIMES, type OAuthOptions } from './lifetimes.js';

export function isPublic(client: Client | undefined): boolean {
  return client?.clientAuthMethod === 'none';
}

/** Returns true if any program could pretend to be this one: a public one on the device. RFC 8252, section 8.6. */
export function isUnverified(isPublicClient: boolean, applicationType: unknown, redirectUri: unknown): boolean {
  return isPublicClient && applicationType === 'native' && !String(redirectUri).startsWith('https:');
}

/** Asks a person for more permissions, and each time for an unverified program. */
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
        isUnverified(isPublic(client), client?.applicationType, params?.redirect_uri) && !result?.consent,
    ),
  );
  return policy;
}

/** Returns the grant just agreed to, or an earlier one. People with several characters are asked each time. */
export async function existingGrant(
  { oidc }: Context,
  { store: { accounts, grants }, now }: Pick<AdapterParts, 'store' | 'now'>,
): Promise<Grant | undefined> {
  let id = oidc.result?.consent?.grantId;
  if (id === undefined && oidc.account && oidc.client) {
    const { accountId } = oidc.account;
    const [only, ...others] = (await accounts.find(accountId))?.characters ?? [];
    if (!only || others.length > 0) return undefined;
    id = (await grants.findFor(accountId, oidc.client.clientId, only.uid, now()))?.id;
  }
  const grant = id === undefined ? undefined : await oidc.provider.Grant.find(id);
  if (grant && oidc.params?.renew_previously_granted === 'yes') {
    const names = `${oidc.params.scope ?? ''} ${grant.getOIDCScope()}`.trim().split(' ');
    oidc.params.scope = [...new Set(names)].join(' ');
  }
  return grant;
}

export interface Agreement {
  accountId: string;
  clientId: string;
  characterUid: string;
  permissions: Permission[];
  isOffline: boolean;
  /** True for a separate grant each time. */
  isUnverified: boolean;
}

/** Creates or extends the program's grant for the character, and returns its id. `now` is in Unix seconds. */
export async function agree(store: Store, options: OAuthOptions, agreement: Agreement, now: number): Promise<string> {
  const { accountId, clientId, characterUid, permissions, isOffline, isUnverified } = agreement;
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
    return grants.create({ ...grant, account_id: accountId, name: null }, now);
  });
}

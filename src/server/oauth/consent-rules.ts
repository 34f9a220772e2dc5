import type { Client, Context, Grant, interactionPolicy } from 'oidc-provider';
import type { AdapterParts } from './adapter/adapter.js';

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
  { store: { accounts, grants }, now }: AdapterParts,
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

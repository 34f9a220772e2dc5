import type Provider from 'oidc-provider';
import type { Context, Grant } from 'oidc-provider';
import type { Store } from '../../../store/store.js';
import type { LibraryClock } from '../adapter/payload.js';

/**
 * Returns the grant that a request may use: the one that the person has just agreed to, or an earlier one. A person with
 * several characters is asked each time which one it is.
 */
export async function existingGrant(
  { oidc }: Context,
  provider: Provider,
  { accounts, grants }: Store,
  { now }: LibraryClock,
): Promise<Grant | undefined> {
  let id = oidc.result?.consent?.grantId;
  if (id === undefined && oidc.account) {
    const { accountId } = oidc.account;
    const [only, ...others] = (await accounts.find(accountId))?.characters ?? [];
    if (!only || others.length > 0) return undefined;
    id = (await grants.findFor(accountId, oidc.client.clientId, only.uid, now()))?.id;
  }
  const grant = id === undefined ? undefined : await provider.Grant.find(id);
  if (grant && oidc.params.renew_previously_granted === 'yes') {
    const granted = grant.getOIDCScope().split(' ');
    oidc.params.scope = [...new Set([...(oidc.params.scope ?? '').split(' '), ...granted])].join(' ').trim();
  }
  return grant;
}

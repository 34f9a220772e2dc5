import type { Client, Context, interactionPolicy } from 'oidc-provider';

/** Returns true for a program that can keep no secret. */
export function isPublic(client: Client): boolean {
  return client.clientAuthMethod === 'none';
}

function isInstalled(client: Client): boolean {
  return isPublic(client) && client.applicationType === 'native';
}

/**
 * Returns true for a program that anybody could pretend to be: a public one on the device itself. RFC 8252, section 8.6.
 *
 * @param isInstalled true for a native client without a secret
 */
export function isUnverified(isInstalled: boolean, redirectUri: string | undefined): boolean {
  return isInstalled && !redirectUri?.startsWith('https:');
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
      ({ oidc }: Context) => isUnverified(isInstalled(oidc.client), oidc.params.redirect_uri) && !oidc.result?.consent,
    ),
  );
  return policy;
}

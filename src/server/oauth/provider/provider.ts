import type Provider from 'oidc-provider';
import { adapters } from '../adapter/index.js';
import { libraryClock } from '../adapter/payload.js';
import type { Issuer } from '../issuer.js';
import { configurationOf } from './configuration.js';
import { consentPolicy } from './consent-rules.js';
import { loadLibrary } from './load-library.js';
import { patchModels } from './patch-models.js';
import type { ProviderOptions } from './provider-parts.js';

/** Creates the provider of an issuer. */
export async function createProvider(issuer: Issuer, { clock, ...options }: ProviderOptions): Promise<Provider> {
  const { default: Library, errors, interactionPolicy } = await loadLibrary();
  const ownClock = libraryClock(clock);
  const adapter = adapters(options.store, ownClock, issuer, () => new errors.InvalidGrant('the code was used already'));
  const policy = consentPolicy(interactionPolicy);
  const provider: Provider = new Library(
    issuer.origin,
    configurationOf({ ...options, clock: ownClock, issuer, adapter, policy, errors, provider: () => provider }),
  );
  patchModels(provider);
  return provider;
}

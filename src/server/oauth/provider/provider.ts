import type Provider from 'oidc-provider';
import { adapters } from '../adapter/index.js';
import { libraryClock } from '../adapter/payload.js';
import type { Issuer } from '../issuer.js';
import { configurationOf, type ProviderOptions } from './configuration.js';
import { consentPolicy } from './consent-rules.js';
import { patchModels } from './patch-models.js';

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

type Library = typeof import('oidc-provider');

let library: Promise<Library> | undefined;

/** Loads oidc-provider when it is first needed: that takes 90 ms. */
function loadLibrary(): Promise<Library> {
  library ??= importSilently();
  return library;
}

/** Keeps the warning out of the log with which the library greets the oldest Node.js that this program supports. */
async function importSilently(): Promise<Library> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

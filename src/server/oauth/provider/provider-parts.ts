import type Provider from 'oidc-provider';
import type { errors } from 'oidc-provider';
import type { Store } from '../../../store/store.js';
import type { adapters } from '../adapter/index.js';
import type { LibraryClock } from '../adapter/payload.js';
import type { Issuer } from '../issuer.js';
import type { OAuthOptions } from '../lifetimes.js';

/** The parts of a provider. */
export interface ProviderOptions {
  store: Store;
  /** Returns the time in Unix milliseconds. */
  clock(): number;
  options: OAuthOptions;
  cookieNames: Record<'session' | 'interaction' | 'resume', string>;
}

/** The parts that the configuration of a provider refers to. */
export interface ProviderParts extends Omit<ProviderOptions, 'clock'> {
  clock: LibraryClock;
  issuer: Issuer;
  adapter: ReturnType<typeof adapters>;
  policy: object;
  errors: typeof errors;
  provider(): Provider;
}

import { LRUCache } from 'lru-cache';
import type Provider from 'oidc-provider';
import type { Logger } from 'pino';
import type { Store } from '../../store/store.js';
import { cacheSizes } from '../context/caches.js';
import type { StepContext } from '../context/state.js';
import { type OwnCookies, SESSION_COOKIE } from '../request/cookies.js';
import { type Issuer, issuerOf } from './issuer.js';
import type { OAuthOptions } from './lifetimes.js';
import { OAuthStats } from './oauth-stats.js';
import { createProvider } from './provider/provider.js';
import { recordEvents } from './provider/record-events.js';

/** A provider, and the issuer that it speaks for. */
export interface OpenProvider {
  provider: Provider;
  issuer: Issuer;
}

export interface OAuthParts {
  store: Store;
  log: Logger;
  /** Returns the time in Unix milliseconds. */
  clock(): number;
  options: OAuthOptions & { publicUrl?: string | undefined };
  cookies: OwnCookies;
}

/** OAuth 2. Its library is loaded when somebody comes to sign in or for a token. */
export class OAuth {
  readonly stats = new OAuthStats();
  readonly #parts: OAuthParts;
  readonly #providers = new LRUCache<string, Promise<Provider>>({ max: cacheSizes.providers });

  constructor(parts: OAuthParts) {
    this.#parts = parts;
  }

  /** Returns the provider for the address that a request came in on, or undefined if the host has not set that address. */
  async open(ctx: StepContext): Promise<OpenProvider | undefined> {
    const issuer = issuerOf(ctx, this.#parts.options.publicUrl);
    if (!issuer) return undefined;
    const provider = this.#providers.get(issuer.origin) ?? this.#create(issuer);
    this.#providers.set(issuer.origin, provider);
    return { provider: await provider, issuer };
  }

  async #create(issuer: Issuer): Promise<Provider> {
    const { store, clock, options, log, cookies } = this.#parts;
    const cookieNames = {
      session: cookies.nameOf(SESSION_COOKIE),
      // Their paths keep them from having the prefix of the others.
      interaction: 'svcapi_interaction',
      resume: 'svcapi_resume',
    };
    const provider = await createProvider(issuer, { store, clock, options, cookieNames });
    recordEvents(provider, log, this.stats);
    return provider;
  }
}

import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Store } from '../../store/store.js';
import { type OwnCookies, SESSION_COOKIE } from '../request/cookies.js';
import type { StepContext } from '../state.js';
import { issuerOf, publicIssuer } from './issuer.js';
import { createProvider, loadLibrary, type OpenProvider } from './library.js';
import type { OAuthOptions } from './lifetimes.js';

export interface OAuthParts {
  store: Store;
  log: Logger;
  /** Returns the time in Unix milliseconds. */
  clock(): number;
  options: OAuthOptions & { publicUrl?: string | undefined };
  cookies: OwnCookies;
}

/** Loopback addresses with a provider; a service with a public address has one. */
const MAX_PROVIDERS = 8;

/** OAuth 2 by oidc-provider: a provider for each address that the service is called by. */
export class OAuth {
  readonly #parts: OAuthParts;
  readonly #providers = new LRUCache<string, OpenProvider>({ max: MAX_PROVIDERS });

  constructor(parts: OAuthParts) {
    this.#parts = parts;
  }

  /**
   * Loads oidc-provider and builds a provider. That blocks the process for 200 ms, so it comes before the service listens.
   * Without a public URL, the provider of each loopback address is built at its first request, which takes a millisecond.
   */
  async load(): Promise<void> {
    const { publicUrl } = this.#parts.options;
    await this.#create(publicIssuer(publicUrl ?? 'http://localhost'));
  }

  /** Returns the provider for the address that a request came in on, or undefined if it is not an address of this service. */
  async open(ctx: StepContext): Promise<OpenProvider | undefined> {
    const issuer = issuerOf(ctx, this.#parts.options.publicUrl);
    return issuer === undefined ? undefined : (this.#providers.get(issuer) ?? this.#create(issuer));
  }

  async #create(issuer: string): Promise<OpenProvider> {
    const { store, clock, options, log, cookies } = this.#parts;
    const cookieNames = {
      session: cookies.nameOf(SESSION_COOKIE),
      // Their paths keep them from having the prefix of the others.
      interaction: 'svcapi_interaction',
      resume: 'svcapi_resume',
    };
    const now = () => Math.floor(clock() / 1000);
    const open = createProvider(await loadLibrary(), issuer, { store, now, options, cookieNames }, log);
    this.#providers.set(issuer, open);
    return open;
  }
}

import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Store } from '../../store/store.js';
import { issuerOf, publicIssuer } from '../request/base-url.js';
import { type OwnCookies, SESSION_COOKIE } from '../request/cookies.js';
import type { StepContext } from '../state.js';
import { createProvider, loadLibrary, type OpenProvider } from './library.js';
import type { OAuthOptions } from './lifetimes.js';

export interface OAuthParts {
  store: Store;
  log: Logger;
  /** Unix milliseconds. */
  clock(): number;
  options: OAuthOptions & { publicUrl?: string | undefined };
  cookies: OwnCookies;
}

/** Providers for loopback addresses; a public service has only one. */
const MAX_PROVIDERS = 8;

/** One oidc-provider for each base URL of the service. */
export class OAuth {
  readonly #parts: OAuthParts;
  readonly #providers = new LRUCache<string, OpenProvider>({ max: MAX_PROVIDERS });

  constructor(parts: OAuthParts) {
    this.#parts = parts;
  }

  /** Blocks the process for 200 ms, so call it before listening. Loopback providers are built at their first request. */
  async load(): Promise<void> {
    const { publicUrl } = this.#parts.options;
    // Koa asks for it when a body is set, and Node then loads its whole HTTP client.
    Reflect.get(globalThis, 'Response');
    await this.#create(publicIssuer(publicUrl ?? 'http://localhost'));
  }

  /** Returns undefined for a request to a foreign address. */
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

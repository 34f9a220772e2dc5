import type { ClientAuth, Configuration } from 'openid-client';
import { Failure, unavailable } from '../../../domain/failure.js';
import { isStorable } from '../../../domain/text.js';
import type { Identity } from '../../../store/store.js';
import { guardedFetch, isPrivate, ProviderError } from './guarded-fetch.js';

export interface IdentityProviderOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Shown to players. */
  name: string;
  /** True to create an account for everybody whom the provider signs in. */
  create: boolean;
  /** Milliseconds per response. */
  timeout?: number;
}

/** OpenID Connect Core 1.0, section 3.1.2.1, and RFC 7636. */
export interface Secrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** Milliseconds before the metadata is fetched again. */
const FRESH_FOR = 600_000;

/** Leaves capacity for other requests while the provider is slow. */
const MAX_AT_ONCE = 20;

/** OpenID Connect Core 1.0, section 2. */
const SUBJECT_LENGTH = 255;

type Library = typeof import('openid-client');

export class IdentityProvider {
  readonly options: IdentityProviderOptions;
  #openedAt = 0;
  #opened: Promise<Configuration> | undefined;
  #asking = 0;
  readonly #closing = new AbortController();

  constructor(options: IdentityProviderOptions) {
    this.options = options;
  }

  close(): void {
    this.#closing.abort();
  }

  /** Blocks the process for a while, so call it before listening. */
  load(): Promise<Library> {
    return import('openid-client');
  }

  async signInAddress(redirectUri: string, { state, nonce, verifier }: Secrets, now: number): Promise<string> {
    const address = await this.#ask(now, async (library, config) => {
      const challenge = await library.calculatePKCECodeChallenge(verifier);
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
      const asked = { redirect_uri: redirectUri, scope: 'openid', state, nonce };
      return library.buildAuthorizationUrl(config, { ...asked, ...pkce });
    });
    if (!isPrivate(address)) throw new ProviderError('foreign_host');
    return address.href;
  }

  /** @param answer the URL to which the provider redirected the browser */
  async identify(answer: URL, { state, nonce, verifier }: Secrets, now: number): Promise<Identity> {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await this.#ask(now, (library, config) => library.authorizationCodeGrant(config, answer, checks));
    const subject = tokens.claims()?.sub ?? '';
    if (subject === '' || subject.length > SUBJECT_LENGTH || !isStorable(subject))
      throw Object.assign(new Error('unusable subject'), { code: 'unusable_subject' });
    return { issuer: this.options.issuer, subject };
  }

  async #ask<T>(now: number, question: (library: Library, config: Configuration) => Promise<T>): Promise<T> {
    if (this.#asking >= MAX_AT_ONCE) throw unavailable({ retry_after: 5 });
    this.#asking += 1;
    try {
      return await question(await this.load(), await this.#open(now));
    } finally {
      this.#asking -= 1;
    }
  }

  #open(now: number): Promise<Configuration> {
    if (this.#opened && now >= this.#openedAt && now - this.#openedAt < FRESH_FOR) return this.#opened;
    const opening = this.#discover();
    this.#openedAt = now;
    this.#opened = opening;
    opening.catch(() => {
      // The next request tries again.
      if (this.#opened === opening) this.#opened = undefined;
    });
    return opening;
  }

  async #discover(): Promise<Configuration> {
    const library = await this.load();
    const { issuer, clientId, clientSecret } = this.options;
    const authenticate: ClientAuth = (server, client, body, headers) => {
      // OpenID Connect Discovery 1.0, section 3.
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const { ClientSecretBasic, ClientSecretPost } = library;
      const method = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
      method(clientSecret)(server, client, body, headers);
    };
    const hosts = new Set([new URL(issuer).host]);
    const config = await library.discovery(new URL(issuer), clientId, undefined, authenticate, {
      [library.customFetch]: guardedFetch(hosts, this.#closing.signal, this.options),
      // The library would trust the connection and skip the signature. A provider on this machine needs no https.
      execute: [
        library.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [library.allowInsecureRequests] : []),
      ],
    });
    const { token_endpoint: token = issuer, jwks_uri: keys = issuer } = config.serverMetadata();
    for (const address of [token, keys]) hosts.add(new URL(address).host);
    return config;
  }
}

/** @throws {Failure} `not_found` if the host has not configured one */
export function providerOf({ provider }: { provider: IdentityProvider | undefined }): IdentityProvider {
  if (!provider) throw new Failure('not_found');
  return provider;
}

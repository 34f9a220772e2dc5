import type { ClientAuth, Configuration } from 'openid-client';
import { Failure, unavailable } from '../../../domain/failure.js';
import { isStorable } from '../../../domain/text.js';
import type { Identity } from '../../../store/store.js';
import { guardedFetch, isPrivate, ProviderError } from './guarded-fetch.js';

/** The OpenID Connect provider by which players sign in. */
export interface IdentityProviderOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The provider's name for players. */
  name: string;
  /** True to create an account for everybody whom the provider signs in. */
  create: boolean;
  /** Milliseconds for each of its answers. */
  timeout?: number;
}

/** The secrets of a sign-in, which its answer must match. OpenID Connect Core 1.0, section 3.1.2.1, and RFC 7636. */
export interface Secrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** The time for which the metadata of the provider is used, in milliseconds. */
const FRESH_FOR = 600_000;

/** Maximum questions to the provider at a time: while it is slow, requests of others find room. */
const MAX_AT_ONCE = 20;

/** The longest subject. OpenID Connect Core 1.0, section 2. */
const SUBJECT_LENGTH = 255;

type Library = typeof import('openid-client');

/** Asks the provider who somebody is. openid-client, which is loaded with the first question, checks its answers. */
export class IdentityProvider {
  readonly options: IdentityProviderOptions;
  #openedAt = 0;
  #opened: Promise<Configuration> | undefined;
  #asking = 0;
  readonly #closing = new AbortController();

  constructor(options: IdentityProviderOptions) {
    this.options = options;
  }

  /** Gives up the questions to the provider, and all later ones. */
  close(): void {
    this.#closing.abort();
  }

  /** Returns the address of the provider at which a person signs in. */
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

  /**
   * Returns the person whom the provider has signed in.
   *
   * @param answer the address that the provider has sent the browser back to
   */
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
      return await question(await import('openid-client'), await this.#open(now));
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
      // The next question asks again.
      if (this.#opened === opening) this.#opened = undefined;
    });
    return opening;
  }

  async #discover(): Promise<Configuration> {
    const library = await import('openid-client');
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
      // The library trusts the connection to the token endpoint, and would not look at the signature. A provider on this machine needs no https.
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

/**
 * Returns the provider of a service.
 *
 * @throws {Failure} `not_found` if the host has named none
 */
export function providerOf({ provider }: { provider: IdentityProvider | undefined }): IdentityProvider {
  if (!provider) throw new Failure('not_found');
  return provider;
}

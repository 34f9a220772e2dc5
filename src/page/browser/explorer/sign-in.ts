import * as oauth from 'oauth4webapi';
import { documentationPage } from '../../../domain/own-client.js';
import { comesBack } from '../comes-back.js';
import type { Values } from './values.js';

/** The form that the page shows again after a sign-in. */
export interface Remembered {
  /** The id of its route, `read-datacard`. */
  route: string;
  values: Values;
}

/** A token of a sign-in. */
export interface SignedIn {
  token: string;
  scopes: string[];
  /** The name of the character that it acts for. */
  name: string;
  /** Unix milliseconds. */
  expiresAt: number;
}

/** The end of a sign-in: a token, or the reason why there is none. */
export type Outcome = { signedIn: SignedIn } | { problem: string };

/** A sign-in that waits for the browser to come back, in the storage of this tab. */
interface Pending extends Remembered {
  state: string;
  verifier: string;
}

const KEY = 'svcapi-sign-in';

const client = { client_id: documentationPage.id };

/** Signs the page in by OAuth 2, with a code and PKCE. */
export class SignIn {
  readonly #page: URL;
  readonly #server: oauth.AuthorizationServer;
  readonly #options = { [oauth.allowInsecureRequests]: location.protocol === 'http:' };

  /** @param page the address of the page that the service sends browsers back to */
  constructor(page: string) {
    this.#page = new URL(page);
    const at = (endpoint: string) => new URL(`../oauth2/${endpoint}`, this.#page).href;
    this.#server = {
      issuer: this.#page.origin,
      authorization_endpoint: at('auth'),
      token_endpoint: at('token'),
      revocation_endpoint: at('revoke'),
      authorization_response_iss_parameter_supported: true,
    };
  }

  /** Returns why nobody can sign in here; undefined if that is possible. */
  problem(): string | undefined {
    const { origin, pathname } = location;
    if (this.#page.href !== origin + pathname) return `Open ${this.#page.href} to sign in.`;
    // Browsers compute no SHA-256, which PKCE needs, on other pages.
    return isSecureContext ? undefined : 'Signing in needs https.';
  }

  /** Leaves the page to sign in, and remembers what it showed. */
  async start(scopes: readonly string[], remembered: Remembered): Promise<void> {
    const pending: Pending = {
      ...remembered,
      state: oauth.generateRandomState(),
      verifier: oauth.generateRandomCodeVerifier(),
    };
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: this.#page.href,
      scope: scopes.join(' '),
      state: pending.state,
      code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    });
    sessionStorage.setItem(KEY, JSON.stringify(pending));
    location.assign(`${this.#server.authorization_endpoint}?${query}`);
  }

  /**
   * Ends a sign-in that the browser comes back from, and takes its traces out of the address.
   *
   * @returns undefined if the browser does not come from a sign-in
   */
  async finish(): Promise<{ outcome: Outcome; remembered?: Remembered } | undefined> {
    const address = new URL(location.href);
    if (!comesBack(address)) return undefined;
    history.replaceState(null, '', address.pathname);
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (stored === null)
      return { outcome: { problem: 'This sign-in was begun in another tab, or has ended. Sign in again.' } };
    const pending = JSON.parse(stored) as Pending;
    const outcome = await this.#exchange(address, pending).catch(describeFailure);
    return { outcome, remembered: pending };
  }

  /** Ends the access that a token gives. */
  async end({ token }: SignedIn): Promise<void> {
    await oauth.revocationRequest(this.#server, client, oauth.None(), token, this.#options);
  }

  async #exchange(address: URL, { state, verifier }: Pending): Promise<Outcome> {
    const answer = oauth.validateAuthResponse(this.#server, client, address, state);
    const sent = await oauth.authorizationCodeGrantRequest(
      this.#server,
      client,
      oauth.None(),
      answer,
      this.#page.href,
      verifier,
      this.#options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(this.#server, client, sent);
    const { access_token: token, scope = '', expires_in: lifetime = 0 } = tokens;
    const name = await this.#nameOf(token);
    return { signedIn: { token, scopes: scope.split(' '), name, expiresAt: Date.now() + lifetime * 1000 } };
  }

  async #nameOf(token: string): Promise<string> {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(new URL('../oauth2/tokeninfo', this.#page), { headers, credentials: 'omit' });
    return ((await response.json()) as { name: string }).name;
  }
}

function describeFailure(error: unknown): Outcome {
  if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied')
    return { problem: 'You did not allow it. Nothing was changed.' };
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError)
    return { problem: `The service refused: ${error.error_description ?? error.error}. Sign in again.` };
  return { problem: 'The sign-in could not be completed. Sign in again.' };
}

import type { Store } from '../../store/store.js';
import { OwnCookies } from '../request/cookies.js';
import { BrowserSessions } from './browser-sessions.js';
import { IdentityProvider, type IdentityProviderOptions } from './openid-connect/identity-provider.js';
import { type PasswordOptions, Passwords } from './passwords.js';
import { SignInLimits } from './sign-in-limits.js';

/** The parts of the server that people sign in with, created once. */
export interface Accounts {
  cookies: OwnCookies;
  sessions: BrowserSessions;
  passwords: Passwords;
  limits: SignInLimits;
  /** The OpenID Connect provider by which players sign in; undefined if the host has named none. */
  provider: IdentityProvider | undefined;
  /** Refuses the passwords that wait, and gives up questions to the provider, so that they do not hold up a stop. */
  close(): void;
}

/** The options of the parts that people sign in with. */
export interface AccountOptions extends PasswordOptions {
  publicUrl?: string | undefined;
  oidc?: IdentityProviderOptions | undefined;
}

/**
 * Creates the parts of the server that people sign in with.
 *
 * @param options the address of the service for its clients, and how passwords are hashed
 */
export function createAccounts(store: Store, { publicUrl, oidc, ...passwordOptions }: AccountOptions): Accounts {
  const cookies = new OwnCookies(publicUrl);
  const passwords = new Passwords(passwordOptions);
  const provider = oidc && new IdentityProvider(oidc);
  return {
    cookies,
    sessions: new BrowserSessions(store, cookies),
    passwords,
    limits: new SignInLimits(store),
    provider,
    close() {
      passwords.close();
      provider?.close();
    },
  };
}

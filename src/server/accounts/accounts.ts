import type { Store } from '../../store/store.js';
import { OwnCookies } from '../request/cookies.js';
import { BrowserSessions } from './browser-sessions.js';
import { IdentityProvider, type IdentityProviderOptions } from './openid-connect/identity-provider.js';
import { type PasswordOptions, Passwords } from './passwords.js';
import { SignInLimits } from './sign-in-limits.js';

/** The way in which somebody signed in, or the reason why they could not. */
export type SignInResult = 'password' | 'invitation' | 'provider' | 'refused' | 'limited' | 'provider_failed';

/** Counts what people do; the metrics are made of it at each scrape. */
export class AccountStats {
  readonly signIns: Record<SignInResult, number> = {
    ...{ password: 0, invitation: 0, provider: 0 },
    ...{ refused: 0, limited: 0, provider_failed: 0 },
  };
  /** Forms that another site has sent, or that were too old. */
  refusedForms = 0;
}

/** The parts of the server that people sign in with, created once. */
export interface Accounts {
  cookies: OwnCookies;
  sessions: BrowserSessions;
  passwords: Passwords;
  limits: SignInLimits;
  /** The OpenID Connect provider by which players sign in; undefined if the host has named none. */
  provider: IdentityProvider | undefined;
  stats: AccountStats;
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
    stats: new AccountStats(),
    close() {
      passwords.close();
      provider?.close();
    },
  };
}

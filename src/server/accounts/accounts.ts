import type { Store } from '../../store/store.js';
import { OwnCookies } from '../request/cookies.js';
import { BrowserSessions } from './browser-sessions.js';
import { IdentityProvider, type IdentityProviderOptions } from './openid-connect/identity-provider.js';
import { type PasswordOptions, Passwords } from './passwords.js';
import { SignInLimits } from './sign-in-limits.js';

export type Accounts = ReturnType<typeof createAccounts>;

export interface AccountOptions extends PasswordOptions {
  publicUrl?: string | undefined;
  oidc?: IdentityProviderOptions | undefined;
}

export function createAccounts(store: Store, { publicUrl, oidc, ...passwordOptions }: AccountOptions) {
  const cookies = new OwnCookies(publicUrl);
  const passwords = new Passwords(passwordOptions);
  const provider = oidc && new IdentityProvider(oidc);
  return {
    cookies,
    sessions: new BrowserSessions(store, cookies),
    passwords,
    limits: new SignInLimits(store),
    /** Undefined if the host has not configured OpenID Connect. */
    provider,
    /** Rejects waiting passwords and aborts requests to the provider, so that they do not delay shutdown. */
    close() {
      passwords.close();
      provider?.close();
    },
  };
}

import type { Store } from '../../store/store.js';
import { AccountStats } from './account-stats.js';
import { BrowserSessions } from './browser-sessions.js';
import { OwnCookies } from './cookies.js';
import { Passwords } from './passwords.js';
import { SignInLimits } from './sign-in-limits.js';

/** The parts of the server that people sign in with, created once. */
export interface Accounts {
  cookies: OwnCookies;
  sessions: BrowserSessions;
  passwords: Passwords;
  limits: SignInLimits;
  stats: AccountStats;
}

/**
 * Creates the parts of the server that people sign in with.
 *
 * @param publicUrl the address of the service for its clients
 */
export function createAccounts(store: Store, publicUrl: string | undefined): Accounts {
  const cookies = new OwnCookies(publicUrl);
  return {
    cookies,
    sessions: new BrowserSessions(store, cookies),
    passwords: new Passwords(),
    limits: new SignInLimits(store),
    stats: new AccountStats(),
  };
}

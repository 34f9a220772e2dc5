/** Times are seconds. */
export interface OAuthOptions {
  accessTokenLifetime: number;
  /** For public programs; exchanged at each use. */
  refreshTokenLifetime: number;
  /** Time until a person is asked again; also for the refresh tokens of programs with a secret. */
  grantLifetime: number;
  /** Maximum authorizations that wait for a person, each for browsers and devices; default 5,000. */
  maxPending?: number;
}

/** Seconds. */
export const LIFETIMES = { interaction: 15 * 60, authorizationCode: 60, deviceCode: 10 * 60 };

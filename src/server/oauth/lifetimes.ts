/** The settings of OAuth 2. Times are seconds. */
export interface OAuthOptions {
  /** Lifetime of an access token. */
  accessTokenLifetime: number;
  /** Lifetime of a refresh token of a public program, which is exchanged for a new one at each use. */
  refreshTokenLifetime: number;
  /** Time after which a person is asked again, and for which a program with a secret keeps its refresh token. */
  grantLifetime: number;
  /** Maximum authorizations that wait for a person, of browsers and of devices; 5,000 each unless given. */
  maxPending?: number;
}

/** Lifetime of a question that waits for an answer, and of a code. */
export const LIFETIMES = { interaction: 15 * 60, authorizationCode: 60, deviceCode: 10 * 60 };

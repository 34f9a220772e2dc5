export interface TokenSource {
  current(): Promise<string | undefined>;
  /** Returns another token after the service has refused one; undefined if there is none. */
  replace(refused: string): Promise<string | undefined>;
}

export interface ExpiringToken {
  accessToken: string;
  /** Unix seconds; undefined if it is unknown. */
  expiresAt?: number | undefined;
}

export function fixedToken(token: string | undefined): TokenSource {
  return { current: async () => token, replace: async () => undefined };
}

/**
 * Renews an expired token, or one that the service refuses: the clock of the device can be wrong. Calls share a renewal.
 * @param renew calls `use` with the new token; calls wait until the whole renewal is done
 * @param now returns the Unix time in milliseconds
 */
export function renewedToken<T extends ExpiringToken>(
  first: T,
  renew: (old: T, use: (renewed: T) => void) => Promise<void>,
  now: () => number,
): TokenSource {
  let token = first;
  let renewal: Promise<void> | undefined;
  const use = (renewed: T) => {
    token = renewed;
  };
  const replace = async (refused: string) => {
    if (token.accessToken === refused) {
      renewal ??= renew(token, use).finally(() => {
        renewal = undefined;
      });
      await renewal;
    }
    return token.accessToken;
  };
  const current = async () => {
    const { accessToken, expiresAt } = token;
    return expiresAt !== undefined && expiresAt * 1000 <= now() ? replace(accessToken) : accessToken;
  };
  return { current, replace };
}

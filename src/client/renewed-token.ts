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

/** `use` takes the new token; calls wait until the whole renewal is done. */
export type Renew<T> = (old: T, use: (renewed: T) => void) => Promise<void>;

export function fixedToken(token: string | undefined): TokenSource {
  return { current: async () => token, replace: async () => undefined };
}

/** Renews an expired token, or one that the service refuses: the clock of the device can be wrong. Calls share a renewal. */
export class RenewedToken<T extends ExpiringToken> implements TokenSource {
  readonly #renew: Renew<T>;
  readonly #now: () => number;
  #token: T;
  #renewal: Promise<void> | undefined;

  /** @param now returns the Unix time in milliseconds */
  constructor(token: T, renew: Renew<T>, now: () => number) {
    this.#token = token;
    this.#renew = renew;
    this.#now = now;
  }

  async current(): Promise<string> {
    const { accessToken, expiresAt } = this.#token;
    return expiresAt !== undefined && expiresAt * 1000 <= this.#now() ? this.replace(accessToken) : accessToken;
  }

  async replace(refused: string): Promise<string> {
    const use = (renewed: T) => {
      this.#token = renewed;
    };
    if (this.#token.accessToken === refused) {
      this.#renewal ??= this.#renew(this.#token, use).finally(() => {
        this.#renewal = undefined;
      });
      await this.#renewal;
    }
    return this.#token.accessToken;
  }
}

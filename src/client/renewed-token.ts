import { ServiceError } from './errors.js';

/** The token of a client. */
export interface TokenSource {
  /** Returns the token to send; undefined for none. */
  current(): Promise<string | undefined>;
  /**
   * Returns another token, after the service has refused one; undefined if there is none.
   *
   * @param refused the token that was refused
   */
  replace(refused: string): Promise<string | undefined>;
}

/** A token that expires. */
export interface ExpiringToken {
  /** The token that is sent. */
  accessToken: string;
  /** Unix seconds; undefined if it is unknown. */
  expiresAt?: number | undefined;
}

/**
 * Renews a token.
 *
 * @param use takes the new token; calls wait until the whole renewal is done
 */
export type Renew<T> = (old: T, use: (renewed: T) => void) => Promise<void>;

/** Returns the source of a token that stays the same. */
export function fixedToken(token: string | undefined): TokenSource {
  return { current: async () => token, replace: async () => undefined };
}

/**
 * A token that is renewed when it has expired, or when the service refuses it: the clock of the device can be wrong. Calls that
 * meet the same old token wait for one renewal.
 */
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
    if (this.#token.accessToken === refused) {
      this.#renewal ??= this.#renewOnce().finally(() => {
        this.#renewal = undefined;
      });
      await this.#renewal;
    }
    return this.#token.accessToken;
  }

  async #renewOnce(): Promise<void> {
    await this.#renew(this.#token, (renewed) => {
      this.#token = renewed;
    });
  }
}

/**
 * Makes a call with the token of a source. If the service refuses the token, the call is made once more with the next one: it
 * was not done. A renewal has retries of its own, so an error of it is not one of the call, which would be repeated.
 *
 * @param waitFor waits for the source, which many calls share, no longer than the call may take
 */
export async function withToken<T>(
  source: TokenSource,
  waitFor: <V>(work: () => Promise<V>) => Promise<V>,
  call: (token: string | undefined) => Promise<T>,
): Promise<T> {
  const token = await waitFor(() => source.current());
  try {
    return await call(token);
  } catch (error) {
    const next = token !== undefined && isRefused(error) ? await waitFor(() => source.replace(token)) : undefined;
    if (next === undefined) throw error;
    return call(next);
  }
}

/** Returns true if another token could help. */
function isRefused(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 401 && error.code !== 'permission_missing';
}

/** A fixed window of calls that has begun. */
export interface Window {
  /** Calls in it so far, refused ones included. */
  count: number;
  /** The end of the window, in Unix milliseconds. */
  resetAt: number;
}

/** Counters of calls. Times are Unix milliseconds. */
export interface Counters {
  /** Counts a call in the window of a key. Without a window, one begins now. */
  hit(key: string, now: number): Window | Promise<Window>;
  /** Returns the window of a key without counting a call. */
  peek(key: string, now: number): Window | undefined | Promise<Window | undefined>;
  /** Releases connections; nothing can be counted afterwards. */
  close?(): void;
}

/** Counters that can take a call back. */
export interface ReversibleCounters extends Counters {
  /** Counts a call less in the window of a key, if it is still open. */
  takeBack(key: string, now: number): void | Promise<void>;
}

export interface RateLimit {
  /** Calls allowed in a window. */
  limit: number;
  /** Length of a window in milliseconds. */
  window: number;
}

/** The verdict on one call. */
export interface Verdict extends RateLimit, Pick<Window, 'resetAt'> {
  allowed: boolean;
  remaining: number;
  /** Calls refused in this window so far, this one included. */
  refused: number;
}

/** Returns the verdict on the latest call in a window. Reference, section 8. */
export function verdictOf({ limit, window }: RateLimit, { count, resetAt }: Window): Verdict {
  return {
    allowed: count <= limit,
    limit,
    window,
    remaining: Math.max(limit - count, 0),
    resetAt,
    refused: Math.max(count - limit, 0),
  };
}

/** The format of `httpDate`: `Mon, 17 Jun 2024 12:00:00 +0000`. */
export const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$/;

/** Formats Unix seconds as an HTTP-style date, with the zone that the reference shows (section 2.6). */
export function httpDate(timestamp: number): string {
  return new Date(timestamp * 1000).toUTCString().replace('GMT', '+0000');
}

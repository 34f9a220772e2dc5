export interface Window {
  /** Includes refused calls. */
  count: number;
  /** Unix milliseconds. */
  resetAt: number;
}

/** Counters of calls. Times are Unix milliseconds. */
export interface Counters {
  /** Counts a call; without an open window, one begins now. */
  hit(key: string, now: number): Window | Promise<Window>;
  peek(key: string, now: number): Window | undefined | Promise<Window | undefined>;
  close?(): void;
}

export interface ReversibleCounters extends Counters {
  takeBack(key: string, now: number): void | Promise<void>;
}

export interface RateLimit {
  limit: number;
  /** Milliseconds. */
  window: number;
}

export const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$/;

/** Formats Unix seconds with the zone `+0000`, as the reference shows it (section 2.6). */
export function httpDate(timestamp: number): string {
  return new Date(timestamp * 1000).toUTCString().replace('GMT', '+0000');
}

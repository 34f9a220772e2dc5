import { Oldest } from '../domain/oldest.js';
import type { Window } from '../domain/rate-limit.js';

/** The maximum number of calls that a process takes at a time for one key. */
const MOST = 50;

/** The maximum number of keys that a process has allowances for. */
const CAPACITY = 50_000;

/** The calls of a key that a process may admit by itself. */
interface Allowance {
  /** The end of the window that they are part of, in Unix milliseconds. */
  resetAt: number;
  /** The numbers that the calls get: each range up to its last one, included. */
  ranges: { next: number; last: number }[];
  /** The number of calls to take next; 0 where the window has none to give. */
  share: number;
  /** True from the request for more calls until its answer. */
  isAsking: boolean;
  /** True if a call was admitted since the last look. */
  isUsed: boolean;
}

/** A share of calls that a process asks for, or that it gives back. */
export interface Share {
  key: string;
  calls: number;
  resetAt: number;
}

/**
 * Calls that a process has taken from the windows that it shares with others: it counts them by itself.
 *
 * Taken calls are counted as if they had been made, so all processes together never admit more than the limit. What stays
 * unused is given back after a while.
 */
export class Allowances {
  /** The key that was counted first comes first. */
  readonly #allowances = new Map<string, Allowance>();
  readonly #oldest = new Oldest(this.#allowances);

  get isEmpty(): boolean {
    return this.#allowances.size === 0;
  }

  /** Returns true for a key of which the process has taken calls, or may have. */
  has(key: string): boolean {
    return this.#allowances.has(key);
  }

  /** Admits a call, if the process has one left. */
  take(key: string, now: number, length: number): Window | undefined {
    const allowance = this.#find(key, now, length);
    const range = allowance?.ranges[0];
    if (!allowance || !range) return undefined;
    allowance.isUsed = true;
    const count = range.next;
    range.next += 1;
    if (range.next > range.last) allowance.ranges.shift();
    return { count, resetAt: allowance.resetAt };
  }

  /** Returns the number of calls that the process has left. */
  left(key: string, now: number, length: number): number {
    return sizeOf(this.#find(key, now, length)?.ranges ?? []);
  }

  /** Returns the share to ask for, when most of what was taken is used. */
  wanted(key: string): Share | undefined {
    const allowance = this.#allowances.get(key);
    if (!allowance || allowance.isAsking || allowance.share === 0) return undefined;
    if (sizeOf(allowance.ranges) > allowance.share / 4) return undefined;
    allowance.isAsking = true;
    return { key, calls: allowance.share, resetAt: allowance.resetAt };
  }

  /**
   * Notes that calls of a key were counted in common, and returns the share to ask for: none after its first call, which is the only
   * one of most keys.
   */
  counted(key: string, resetAt: number): Share | undefined {
    const known = this.#allowances.get(key);
    // A window that ends no later is the same one, even after a clock was set back: a new window ends later than the one before.
    if (known && resetAt <= known.resetAt) {
      known.resetAt = resetAt;
      known.isUsed = true;
      return this.wanted(key);
    }
    this.#allowances.delete(key);
    const [oldest] = this.#oldest.find() ?? [];
    if (oldest !== undefined && this.#allowances.size >= CAPACITY) this.#allowances.delete(oldest);
    this.#allowances.set(key, { resetAt, ranges: [], share: 2, isAsking: false, isUsed: true });
    return undefined;
  }

  /** Notes that a share could not be asked for. */
  failed(key: string): void {
    const allowance = this.#allowances.get(key);
    if (allowance) allowance.isAsking = false;
  }

  /** Adds the calls that were given for a share: none near the limit, where every call is counted in common. */
  given(key: string, resetAt: number, calls: number, last: number): void {
    const allowance = this.#allowances.get(key);
    if (!allowance) return;
    allowance.isAsking = false;
    allowance.resetAt = Math.min(allowance.resetAt, resetAt);
    if (calls === 0) {
      allowance.share = 0;
      return;
    }
    allowance.ranges.push({ next: last - calls + 1, last });
    allowance.share = Math.min(allowance.share * 2, MOST);
  }

  /** Removes what was not used since the last look, and returns what is to be given back. */
  unused(all = false): Share[] {
    const shares: Share[] = [];
    for (const [key, allowance] of this.#allowances) {
      if (allowance.isUsed && !all) {
        allowance.isUsed = false;
        continue;
      }
      this.#allowances.delete(key);
      const calls = sizeOf(allowance.ranges);
      if (calls > 0) shares.push({ key, calls, resetAt: allowance.resetAt });
    }
    return shares;
  }

  /** Returns the allowance of the window that a call belongs to, which ends sooner after a clock was set back. */
  #find(key: string, now: number, length: number): Allowance | undefined {
    const allowance = this.#allowances.get(key);
    if (!allowance || allowance.resetAt <= now) return undefined;
    allowance.resetAt = Math.min(allowance.resetAt, now + length);
    return allowance;
  }
}

function sizeOf(ranges: Allowance['ranges']): number {
  return ranges.reduce((size, { next, last }) => size + last - next + 1, 0);
}

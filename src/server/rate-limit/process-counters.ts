import type { Counters, Window } from '../../domain/rate-limit.js';

/**
 * Counts in this process, in bounded memory and without timers.
 *
 * All windows are equally long, so the map, which keeps the order of insertion, has those that end first in front:
 * windows that are over are removed from there. When it is full, the oldest window is removed.
 */
export class ProcessCounters implements Counters {
  readonly #windows = new Map<string, Window>();
  readonly #length: number;
  readonly #capacity: number;

  /**
   * @param length of a window, in milliseconds
   * @param capacity maximum number of windows
   */
  constructor(length: number, capacity: number) {
    this.#length = length;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#windows.size;
  }

  hit(key: string, now: number): Window {
    const window = this.#current(key, now);
    if (window) {
      window.count += 1;
      return { ...window };
    }
    this.#windows.delete(key);
    this.#makeRoom(now);
    const begun = { count: 1, resetAt: now + this.#length };
    this.#windows.set(key, begun);
    return { ...begun };
  }

  peek(key: string, now: number): Window | undefined {
    return this.#current(key, now);
  }

  /** Adopts a window that was counted elsewhere; for the same window the higher count holds. */
  adopt(key: string, { count, resetAt }: Window, now: number): void {
    const window = this.#windows.get(key);
    if (window?.resetAt === resetAt) {
      window.count = Math.max(window.count, count);
      return;
    }
    this.#windows.delete(key);
    this.#makeRoom(now);
    this.#windows.set(key, { count, resetAt });
  }

  #current(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    return window && window.resetAt > now ? window : undefined;
  }

  #makeRoom(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.resetAt > now && this.#windows.size < this.#capacity) return;
      this.#windows.delete(key);
    }
  }
}

import { Oldest } from '../../domain/oldest.js';
import type { RateLimit, ReversibleCounters, Window } from '../../domain/rate-limit.js';

/**
 * Counts in this process, in bounded memory and without timers.
 *
 * All windows are equally long, so each map, which keeps the order of insertion, has those that end first in front: windows
 * that are over are removed from there. When it is full, the oldest window is removed, and those without calls left last: a
 * client must not get new calls by making others fill the memory.
 */
export class ProcessCounters implements ReversibleCounters {
  readonly #open = new Map<string, Window>();
  /** Windows without calls left. */
  readonly #spent = new Map<string, Window>();
  readonly #oldestOpen = new Oldest(this.#open);
  readonly #oldestSpent = new Oldest(this.#spent);
  readonly #rate: RateLimit;
  readonly #capacity: number;

  /** @param capacity maximum number of windows */
  constructor(rate: RateLimit, capacity: number) {
    this.#rate = rate;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#open.size + this.#spent.size;
  }

  hit(key: string, now: number): Window {
    const { count, resetAt } = this.#current(key, now) ?? { count: 0, resetAt: now + this.#rate.window };
    return { ...this.#set(key, { count: count + 1, resetAt }, now) };
  }

  peek(key: string, now: number): Window | undefined {
    return this.#current(key, now);
  }

  takeBack(key: string, now: number): void {
    const window = this.#current(key, now);
    if (window && window.count > 0) this.#set(key, { ...window, count: window.count - 1 }, now);
  }

  /** Adopts a window that was counted elsewhere. The higher count holds, unless the known window is about to end as the other begins. */
  adopt(key: string, { count, resetAt }: Window, now: number): void {
    const known = this.#find(key);
    const isSame = known && resetAt - known.resetAt < this.#rate.window / 2;
    this.#set(key, { count: isSame ? Math.max(known.count, count) : count, resetAt }, now);
  }

  #find(key: string): Window | undefined {
    return this.#open.get(key) ?? this.#spent.get(key);
  }

  /** Returns the window of a key. When the clock was set back, it lasts no longer than its length from now on. */
  #current(key: string, now: number): Window | undefined {
    const window = this.#find(key);
    if (!window || window.resetAt <= now) return undefined;
    window.resetAt = Math.min(window.resetAt, now + this.#rate.window);
    return window;
  }

  #set(key: string, { count, resetAt }: Window, now: number): Window {
    const known = this.#find(key);
    const isSpent = count >= this.#rate.limit;
    if (known?.resetAt === resetAt && isSpent === this.#spent.has(key)) {
      known.count = count;
      return known;
    }
    this.#open.delete(key);
    this.#spent.delete(key);
    this.#makeRoom(now);
    const window = { count, resetAt };
    (isSpent ? this.#spent : this.#open).set(key, window);
    return window;
  }

  #makeRoom(now: number): void {
    this.#shrink(this.#open, this.#oldestOpen, now);
    this.#shrink(this.#spent, this.#oldestSpent, now);
  }

  #shrink(windows: Map<string, Window>, oldest: Oldest<string, Window>, now: number): void {
    for (let first = oldest.find(); first; first = oldest.find()) {
      const [key, { resetAt }] = first;
      if (resetAt > now && this.size < this.#capacity) return;
      windows.delete(key);
    }
  }
}

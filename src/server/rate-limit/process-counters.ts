import type { RateLimit, ReversibleCounters, Window } from '../../domain/rate-limit.js';

/** Windows that take about 17 MB. */
export const MAX_WINDOWS = 100_000;

/** All windows are equally long, so the map has those that end first in front. They make room for new ones. */
export class ProcessCounters implements ReversibleCounters {
  readonly #windows = new Map<string, Window>();
  readonly #length: number;
  readonly #capacity: number;

  constructor({ window }: Pick<RateLimit, 'window'>, capacity = MAX_WINDOWS) {
    this.#length = window;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#windows.size;
  }

  clear(): void {
    this.#windows.clear();
  }

  hit(key: string, now: number): Window {
    const window = this.#find(key, now) ?? this.#begin(key, { count: 0, resetAt: now + this.#length }, now);
    window.count += 1;
    return { ...window };
  }

  peek(key: string, now: number): Window | undefined {
    const window = this.#find(key, now);
    return window && { ...window };
  }

  takeBack(key: string, now: number): void {
    const window = this.#find(key, now);
    if (window && window.count > 0) window.count -= 1;
  }

  /** Adopts a window that was counted elsewhere. The higher count wins, unless the known window ends as the other begins. */
  adopt(key: string, { count, resetAt }: Window, now: number): void {
    const known = this.#windows.get(key);
    const isSame = known && resetAt - known.resetAt < this.#length / 2;
    if (isSame && known.resetAt === resetAt) known.count = Math.max(known.count, count);
    else this.#begin(key, { count: isSame ? Math.max(known.count, count) : count, resetAt }, now);
  }

  /** When the clock was set back, a window lasts no longer than its length from now on. */
  #find(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    if (!window || window.resetAt <= now) return undefined;
    window.resetAt = Math.min(window.resetAt, now + this.#length);
    return window;
  }

  #begin(key: string, window: Window, now: number): Window {
    this.#windows.delete(key);
    for (const [oldest, { resetAt }] of this.#windows) {
      if (resetAt > now && this.size < this.#capacity) break;
      this.#windows.delete(oldest);
    }
    this.#windows.set(key, window);
    return window;
  }
}

import type { Signal } from './platform.js';

/** The time of a client. Tests pass their own. */
export interface Clock {
  /** Returns the Unix time in milliseconds. */
  now(): number;
  /** Resolves after some milliseconds; throws the reason of the signal when it aborts. */
  sleep(milliseconds: number, signal: Signal | undefined): Promise<void>;
}

/** The longest timer in milliseconds: a longer one fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Calls a function after some milliseconds, at most 24 days. Returns a function that prevents it. */
export function after(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, Math.min(milliseconds, LONGEST_TIMER));
  return () => clearTimeout(timer);
}

/** Calls a function when a signal aborts. Returns a function that prevents it. */
export function onAbort(signal: Signal | undefined, work: () => void): () => void {
  signal?.addEventListener('abort', work);
  return () => signal?.removeEventListener('abort', work);
}

/** The time of the system. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    signal?.throwIfAborted();
    let cancel = () => {};
    let forget = () => {};
    await new Promise<void>((resolve, reject) => {
      cancel = after(milliseconds, resolve);
      forget = onAbort(signal, () => reject(signal?.reason));
    }).finally(() => {
      cancel();
      forget();
    });
  },
};

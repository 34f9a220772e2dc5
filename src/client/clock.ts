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

/** The end of a wait, in milliseconds, and the error that it leads to. */
export interface WaitLimit {
  milliseconds: number;
  error(): unknown;
}

/** Does work, and throws the reason of a signal as soon as it aborts, or the error of a limit, whatever the work does then. */
export async function orAbort<T>(
  signal: Signal | undefined,
  work: () => Promise<T>,
  limit?: WaitLimit | undefined,
): Promise<T> {
  signal?.throwIfAborted();
  const ends: (() => void)[] = [];
  return new Promise<T>((resolve, reject) => {
    ends.push(onAbort(signal, () => reject(signal?.reason)));
    if (limit) ends.push(after(limit.milliseconds, () => reject(limit.error())));
    work().then(resolve, reject);
  }).finally(() => {
    for (const end of ends) end();
  });
}

/** Yields items until a signal aborts, whose reason is thrown, although further items are there. */
export async function* itemsUntilAbort<Item>(
  signal: Signal | undefined,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  for await (const item of items) {
    yield item;
    signal?.throwIfAborted();
  }
}

/** The time of the system. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    let cancel = () => {};
    const sleep = () =>
      new Promise<void>((resolve) => {
        cancel = after(milliseconds, resolve);
      });
    await orAbort(signal, sleep).finally(() => cancel());
  },
};

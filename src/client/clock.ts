export interface Clock {
  /** Returns the Unix time in milliseconds. */
  now(): number;
  /** Throws the reason of the signal when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

/** The longest timer in milliseconds: a longer one fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Returns a function that cancels the call. */
export function after(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, Math.min(milliseconds, LONGEST_TIMER));
  return () => clearTimeout(timer);
}

export function onAbort(signal: AbortSignal | undefined, work: () => void): () => void {
  signal?.addEventListener('abort', work);
  return () => signal?.removeEventListener('abort', work);
}

/** Rejects as soon as the signal aborts, whatever the work does then. */
export async function orAbort<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  let end = () => {};
  return new Promise<T>((resolve, reject) => {
    end = onAbort(signal, () => reject(signal?.reason));
    work().then(resolve, reject);
  }).finally(() => end());
}

/** Throws the reason of an aborted signal, even if further items are there. */
export async function* flattened<Item>(
  pages: AsyncIterable<readonly Item[]>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item> {
  for await (const page of pages) {
    for (const item of page) {
      yield item;
      signal?.throwIfAborted();
    }
  }
}

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

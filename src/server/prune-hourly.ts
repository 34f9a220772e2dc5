import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Store } from '../store/store.js';
import { turn } from '../turn.js';
import type { Retention } from './state.js';

const HOUR = 3600 * 1000;

const RETRY_AFTER = 5 * 60 * 1000;

/** Seconds for which an object that a sync has removed may come back with all that it had. */
const REMOVAL_GRACE = 30 * 24 * 3600;

export interface PruneOptions extends Retention {
  /** Milliseconds between two removals of expired rows; an hour by default. */
  pruneEvery?: number;
}

/** Removes expired rows and old history, now and each hour. Returns a function that stops it. */
export function pruneHourly(store: Store, log: Logger, clock: () => number, options: PruneOptions): () => void {
  const { pruneEvery = HOUR } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const prune = async () => {
    let removed = 0;
    for await (const rows of steps(store, Math.floor(clock() / 1000), options)) {
      removed += rows;
      await turn();
      signal.throwIfAborted();
    }
    if (removed > 0) log.info({ rows: removed }, 'expired rows removed');
    return pruneEvery;
  };
  const repeat = async () => {
    while (!signal.aborted) {
      const pause = await prune().catch((error: Error) => {
        if (!signal.aborted) log.warn({ problem: error.message }, 'expired rows not removed; trying again later');
        return Math.min(RETRY_AFTER, pruneEvery);
      });
      await setTimeout(pause, undefined, { ref: false, signal });
    }
  };
  repeat().catch(() => {});
  return () => stopping.abort();
}

async function* steps(
  store: Store,
  now: number,
  { keepEvents, keepTransactions }: PruneOptions,
): AsyncGenerator<number> {
  // The first request does not wait for it.
  yield 0;
  for (let removed = 1; removed > 0; ) {
    removed = await store.prune(now);
    yield removed;
  }
  yield* store.endSleeping(now - REMOVAL_GRACE, now);
  for (const [history, age] of [['events', keepEvents] as const, ['transactions', keepTransactions] as const]) {
    if (age !== undefined) yield* store.history.remove(history, now - age);
  }
  while (store.giveBack && (await store.giveBack()) > 0) yield 0;
}

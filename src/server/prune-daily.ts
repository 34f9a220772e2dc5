import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Store } from '../store/store.js';
import { turn } from '../turn.js';
import type { Retention } from './state.js';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

const RETRY_AFTER = 5 * 60 * 1000;

/** Seconds for which an object that a sync has removed may come back with all that it had. */
const REMOVAL_GRACE = 30 * 24 * 3600;

export interface PruneOptions extends Retention {
  /** Milliseconds between two removals of expired rows; an hour by default. */
  pruneEvery?: number;
}

/** Removes expired rows each hour and old history each day. Returns a function that stops it. */
export function pruneDaily(store: Store, log: Logger, clock: () => number, options: PruneOptions): () => void {
  const { pruneEvery = HOUR } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const prune = async (isDaily: boolean) => {
    try {
      let removed = 0;
      for await (const rows of steps(store, Math.floor(clock() / 1000), isDaily, options)) {
        removed += rows;
        await turn();
        if (signal.aborted) return false;
      }
      if (removed > 0) log.info({ rows: removed }, 'expired rows removed');
      return true;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) log.warn({ problem }, 'expired rows not removed; trying again later');
      return false;
    }
  };
  const repeat = async () => {
    for (let daily = 0; !signal.aborted; ) {
      const isDaily = performance.now() >= daily;
      const isDone = await prune(isDaily);
      if (isDaily && isDone) daily = performance.now() + DAY;
      await setTimeout(isDone ? pruneEvery : Math.min(RETRY_AFTER, pruneEvery), undefined, { ref: false, signal });
    }
  };
  repeat().catch(() => {});
  return () => stopping.abort();
}

async function* steps(
  store: Store,
  now: number,
  isDaily: boolean,
  { keepEvents, keepTransactions }: PruneOptions,
): AsyncGenerator<number> {
  // The first request does not wait for it.
  yield 0;
  for (let removed = 1; removed > 0; ) {
    removed = await store.prune(now);
    yield removed;
  }
  if (!isDaily) return;
  yield* store.endSleeping(now - REMOVAL_GRACE, now);
  for (const [history, age] of [['events', keepEvents] as const, ['transactions', keepTransactions] as const]) {
    if (age === undefined) continue;
    for await (const { old } of store.history(history, now - age, true)) yield old;
  }
  while (store.giveBack && (await store.giveBack()) > 0) yield 0;
}

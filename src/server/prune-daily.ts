import type { Logger } from 'pino';
import { Slices } from '../store/slices.js';
import type { History, Store } from '../store/store.js';
import { turn } from '../turn.js';
import type { Retention } from './context/retention.js';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

/** The milliseconds for which requests may wait while free pages are given back. */
const SLICE = 5;

export interface PruneOptions extends Retention {
  /** Time between two removals of what has expired, in milliseconds: an hour unless given. */
  pruneEvery?: number;
  /** The time for which what a sync has removed may come back with all that it had. */
  removalGrace: number;
}

/**
 * Removes what has expired, now and each hour, and old history each day, in small steps between which requests are served.
 *
 * @returns a function that stops it
 */
export function pruneDaily(store: Store, log: Logger, clock: () => number, options: PruneOptions): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const prune = async (remove: (now: number) => Promise<number>) => {
    try {
      const removed = await remove(Math.floor(clock() / 1000));
      if (removed > 0) log.info({ rows: removed }, 'expired rows removed');
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) log.warn({ problem }, 'expired rows not removed; trying again later');
    }
  };
  const expired = (now: number) => removeExpired(store, now, signal);
  const all = async (now: number) => {
    const removed =
      (await expired(now)) +
      (await endSleeping(store, now, options.removalGrace, signal)) +
      (await removeOld(store, 'events', now, options.keepEvents, signal)) +
      (await removeOld(store, 'transactions', now, options.keepTransactions, signal));
    await giveBackSpace(store, signal);
    return removed;
  };
  void prune(all);
  const hourly = setInterval(() => void prune(expired), options.pruneEvery ?? HOUR).unref();
  const daily = setInterval(() => void prune(all), DAY).unref();
  return () => {
    stopping.abort();
    clearInterval(hourly);
    clearInterval(daily);
  };
}

/** Removes all that has expired at a time, step by step, and returns the number of rows. */
async function removeExpired(store: Store, now: number, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (let some = 1; some > 0 && !signal.aborted; removed += some) {
    await turn();
    some = signal.aborted ? 0 : await store.prune(now);
  }
  return removed;
}

/** Ends what slept for the grace, part by part, and returns the number of characters and factions that had it. */
async function endSleeping(store: Store, now: number, grace: number, signal: AbortSignal): Promise<number> {
  let ended = 0;
  for await (const some of store.endSleeping(now - grace, now)) {
    ended += some;
    await turn();
    signal.throwIfAborted();
  }
  return ended;
}

/** Removes what a history has from before an age, in slices, and returns the number of rows. */
async function removeOld(
  store: Store,
  kind: History,
  now: number,
  age: number | undefined,
  signal: AbortSignal,
): Promise<number> {
  if (age === undefined) return 0;
  const slices = new Slices(SLICE);
  let removed = 0;
  for await (const part of store.history.survey(kind, now - age)) {
    await turn();
    signal.throwIfAborted();
    if (part.old === 0) continue;
    await slices.repeat(async (most) => {
      const some = await store.history.remove(kind, part, now - age, most);
      removed += some;
      return some;
    }, signal);
  }
  return removed;
}

async function giveBackSpace({ space }: Store, signal: AbortSignal): Promise<void> {
  if (space) await new Slices(SLICE).repeat((most) => space.giveBack(most), signal);
}

import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Store } from '../store/store.js';

/** Time between two removals of what has expired, in milliseconds. */
const EVERY = 24 * 3600 * 1000;

/**
 * Removes what has expired, now and each day, in small steps between which requests are served.
 *
 * @returns a function that stops it
 */
export function pruneDaily(store: Store, log: Logger, clock: () => number): () => void {
  let isStopped = false;
  const prune = async () => {
    try {
      let removed = 0;
      for (let some = 1; some > 0 && !isStopped; removed += some) {
        await setImmediate();
        some = isStopped ? 0 : await store.prune(Math.floor(clock() / 1000));
      }
      if (removed > 0) log.info({ rows: removed }, 'expired rows removed');
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (!isStopped) log.warn({ problem }, 'expired rows not removed; trying again tomorrow');
    }
  };
  void prune();
  const timer = setInterval(() => void prune(), EVERY).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

import { setTimeout } from 'node:timers/promises';
import type { SessionOptions } from './import/session.js';
import { UnusableDatabase } from './unusable-database.js';

/** Milliseconds between two attempts. */
const PAUSE = 200;

/** Milliseconds before a wait is reported: an import from a pipe takes a short turn each second. */
const MOMENT = 1000;

/** Waits for the imports of other processes. Throws UnusableDatabase after `timeout`, or the reason of the signal. */
export async function waitForTurn<Lock>(
  tryLock: () => Lock | undefined | Promise<Lock | undefined>,
  { signal, onWait, timeout = Number.POSITIVE_INFINITY }: SessionOptions,
): Promise<Lock> {
  for (let waited = 0; ; waited += PAUSE) {
    signal?.throwIfAborted();
    const lock = await tryLock();
    if (lock) return lock;
    if (waited >= timeout) {
      const next = 'end it, then run this command again';
      throw new UnusableDatabase('another import has used the database for too long', next);
    }
    if (waited === MOMENT) onWait?.();
    await setTimeout(PAUSE);
  }
}

import type { History, Store } from '../../store/store.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { confirmRemoval } from '../input/confirm.js';
import { interruptible } from '../interrupt.js';
import { isoDate } from '../output/iso-date.js';
import { Progress } from '../output/progress.js';

/** The rows of a history from before a time, counted. */
export interface Aged {
  kind: History;
  /** Unix seconds. */
  before: number;
  count: number;
  /** The times of the oldest and the newest; null if there are none. */
  oldest: number | null;
  newest: number | null;
}

/** The names of the histories in messages. */
const nouns: Record<History, [one: string, several: string]> = {
  events: ['event', 'events'],
  transactions: ['transaction', 'transactions'],
  audit: ['line of the audit trail', 'lines of the audit trail'],
};

/**
 * Finds what histories have from before a time, and unless it is a dry run, asks, removes it, and gives the space back.
 *
 * @returns what was found
 */
export async function pruneHistories(
  command: CliCommand,
  store: Store,
  before: [History, number][],
  dryRun: boolean,
): Promise<Aged[]> {
  const { context } = command;
  return interruptible(context, 'what was removed stays removed; run the same command again', async (signal) => {
    const found = before.map(([kind, time]): Aged => ({ kind, before: time, count: 0, oldest: null, newest: null }));
    await readAll(context, store, found, signal);
    if (dryRun) return found;
    if (found.some(({ count }) => count > 0)) {
      await confirmRemoval(command, `Remove ${inWords(found)} for good?`);
      await removeAll(context, store, found, signal);
      context.info(`Removed ${inWords(found)}.`);
    }
    let given = 0;
    for (let bytes = 1; bytes > 0; given += bytes) {
      signal.throwIfAborted();
      bytes = (await store.giveBack?.()) ?? 0;
    }
    if (given > 0) context.info(`Gave ${(given / 1e6).toFixed(1)} MB of the file back to the disk.`);
    return found;
  });
}

async function readAll(context: Context, store: Store, found: Aged[], signal: AbortSignal): Promise<void> {
  const progress = new Progress(context, 'Counting');
  let read = 0;
  try {
    for (const aged of found) {
      for await (const { rows, old, oldest, newest } of store.history(aged.kind, aged.before, false)) {
        signal.throwIfAborted();
        read += rows;
        progress.update(undefined, `${read.toLocaleString('en')} rows read`);
        if (oldest === null || newest === null) continue;
        aged.count += old;
        aged.oldest = Math.min(aged.oldest ?? oldest, oldest);
        aged.newest = Math.max(aged.newest ?? newest, newest);
      }
    }
  } finally {
    progress.end();
  }
}

async function removeAll(context: Context, store: Store, found: Aged[], signal: AbortSignal): Promise<void> {
  const progress = new Progress(context, 'Removing');
  const all = found.reduce((sum, { count }) => sum + count, 0);
  let removed = 0;
  try {
    for (const { kind, before, count } of found) {
      if (count === 0) continue;
      for await (const { old } of store.history(kind, before, true)) {
        signal.throwIfAborted();
        removed += old;
        progress.update(Math.min(removed / all, 1), `${removed.toLocaleString('en')} rows`);
      }
    }
  } finally {
    progress.end();
  }
}

/** Returns what was found in words: “1,234 events and 5 transactions from before 2025-10-17”. */
function inWords(found: Aged[]): string {
  return found
    .filter(({ count }) => count > 0)
    .map(({ kind, count, before }) => {
      const [one, several] = nouns[kind];
      return `${count.toLocaleString('en')} ${count === 1 ? one : several} from before ${isoDate(before).slice(0, 10)}`;
    })
    .join(', ');
}

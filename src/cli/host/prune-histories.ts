import type { History, HistoryPart, Store } from '../../store/store.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { confirm } from '../input/confirm.js';
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

interface Found extends Aged {
  /** The parts that have any. */
  parts: HistoryPart[];
}

/** The names of the histories in messages. */
const nouns: Record<History, [one: string, several: string]> = {
  events: ['event', 'events'],
  transactions: ['transaction', 'transactions'],
  audit: ['line of the audit trail', 'lines of the audit trail'],
};

/**
 * Finds what histories have from before a time, and unless it is a dry run, asks, removes it in slices, and gives the space back.
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
    const found = await survey(context, store, before, signal);
    if (!dryRun) {
      if (found.some(({ count }) => count > 0)) {
        await confirm(command, `Remove ${inWords(found)} for good?`);
        await remove(context, store, found, signal);
        context.info(`Removed ${inWords(found)}.`);
      }
      await giveBack(context, store, signal);
    }
    return found.map(({ parts: _, ...aged }) => aged);
  });
}

async function survey(
  context: Context,
  store: Store,
  before: [History, number][],
  signal: AbortSignal,
): Promise<Found[]> {
  const progress = new Progress(context, 'Counting');
  const found: Found[] = [];
  let read = 0;
  try {
    for (const [kind, time] of before) {
      const aged: Found = { kind, before: time, count: 0, oldest: null, newest: null, parts: [] };
      for await (const part of store.history.survey(kind, time)) {
        signal.throwIfAborted();
        read += part.rows;
        progress.update(undefined, `${read.toLocaleString('en')} rows read`);
        if (part.oldest === null || part.newest === null) continue;
        aged.count += part.old;
        aged.oldest = Math.min(aged.oldest ?? part.oldest, part.oldest);
        aged.newest = Math.max(aged.newest ?? part.newest, part.newest);
        aged.parts.push(part);
      }
      found.push(aged);
    }
    return found;
  } finally {
    progress.end();
  }
}

async function remove(context: Context, store: Store, found: Found[], signal: AbortSignal): Promise<void> {
  const { Slices } = await import('../../store/slices.js');
  const slices = new Slices();
  const progress = new Progress(context, 'Removing');
  const all = found.reduce((sum, { count }) => sum + count, 0);
  let removed = 0;
  try {
    for (const { kind, before, parts } of found) {
      for (const part of parts) {
        await slices.repeat(async (most) => {
          const some = await store.history.remove(kind, part, before, most);
          removed += some;
          progress.update(removed / all, `${removed.toLocaleString('en')} rows`);
          return some;
        }, signal);
      }
    }
  } finally {
    progress.end();
  }
}

/** Gives free pages of a file back to the disk, or says how that can be done. */
async function giveBack(context: Context, { space }: Store, signal: AbortSignal): Promise<void> {
  if (!space) return;
  const { bytes, canShrink } = await space.free();
  if (bytes === 0) return;
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  if (!canShrink) {
    context.info(
      `${size} of the file are free for new rows. To give them back to the disk, stop the server and run svcapi prune --vacuum once.`,
    );
    return;
  }
  const { Slices } = await import('../../store/slices.js');
  const progress = new Progress(context, 'Giving space back');
  let given = 0;
  try {
    await new Slices().repeat(async (most) => {
      const pages = await space.giveBack(most);
      given += pages;
      progress.update(undefined, `${given.toLocaleString('en')} pages`);
      return pages;
    }, signal);
  } finally {
    progress.end();
  }
  context.info(`Gave ${size} of the file back to the disk.`);
}

/** Returns what was found in words: “1,234 events and 5 transactions from before 2025-10-17”. */
function inWords(found: Found[]): string {
  return found
    .filter(({ count }) => count > 0)
    .map(({ kind, count, before }) => {
      const [one, several] = nouns[kind];
      return `${count.toLocaleString('en')} ${count === 1 ? one : several} from before ${isoDate(before).slice(0, 10)}`;
    })
    .join(', ');
}

import { setTimeout } from 'node:timers/promises';
import type { StageArea } from './area.js';
import { nextRange } from './row-ranges.js';
import type { StageTable } from './stage-table.js';
import { writeRange } from './write.js';

/** The milliseconds that a slice should keep other writers waiting. */
const TARGET = 20;

/** The number of rows of the first slice, and the most of any. */
const FIRST = 500;
const MOST = 20_000;

/**
 * Writes the differences of a table whose rows stand alone, in transactions so short that other writers do not notice: between two
 * of them they have as much time as one takes.
 *
 * @throws the reason of the signal when it aborts; what was written stays
 */
export async function writeSlices(
  { session }: StageArea,
  table: StageTable,
  onRows: (rows: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  let size = FIRST;
  for (let after = 0; ; ) {
    signal?.throwIfAborted();
    const range = await nextRange(session.db, table, after, size);
    if (!range) return;
    const begun = performance.now();
    // What somebody has removed meanwhile, as prune does, stays away.
    onRows(await session.write((db) => writeRange(db, table, range, { onStale: () => {} })));
    const taken = Math.max(performance.now() - begun, 1);
    await session.settle();
    await setTimeout(taken);
    size = Math.round(Math.min(Math.max((size * TARGET) / taken, size / 2, 1), size * 2, MOST));
    after = range.to;
  }
}

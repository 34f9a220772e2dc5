import { setTimeout } from 'node:timers/promises';
import type { Traits } from '../traits.js';
import type { Db } from './statement.js';

/** Milliseconds between two checks of the transactions that a reader waits for. */
const LOOK_EVERY = 20;

/**
 * Reads the audit trail so that it grows only at its end. PostgreSQL commits in another order than it gives numbers: lines after
 * a missing number wait for the transactions that may have taken it, without a lock that changes would wait for.
 */
export function auditTrail(db: Db, traits: Traits) {
  const read = (id: number, upTo: number, most: number) =>
    db
      .selectFrom('datacard_changes')
      .selectAll()
      .where('id', '>', id)
      .where('id', '<=', upTo)
      .orderBy('id')
      .limit(most)
      .execute();
  return {
    /** Returns the next lines after an id, in order. Rejects with the reason of the signal when it aborts. */
    async after(id: number, most: number, signal?: AbortSignal) {
      await traits.check(db);
      const lines = await read(id, Number.MAX_SAFE_INTEGER, most);
      const gap = lines.findIndex((line, index) => line.id !== (lines[index - 1]?.id ?? id) + 1);
      if (gap < 0) return lines;
      let writers = await traits.writersOf(db, 'datacard_changes');
      if (writers.length > 0 && gap > 0) return lines.slice(0, gap);
      while (writers.length > 0) {
        signal?.throwIfAborted();
        await setTimeout(LOOK_EVERY);
        const still = new Set(await traits.writersOf(db, 'datacard_changes'));
        writers = writers.filter((writer) => still.has(writer));
      }
      // Missing numbers are there by now, or never will be.
      return read(id, lines.at(-1)?.id ?? id, most);
    },
  };
}

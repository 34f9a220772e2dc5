import { setTimeout } from 'node:timers/promises';
import type { Traits } from '../traits.js';
import type { Db } from './statement.js';

/** The time between two looks at the transactions that a reader waits for, in milliseconds. */
const LOOK_EVERY = 20;

/**
 * Reads the audit trail in an order in which it only grows at its end. PostgreSQL gives numbers in one order, and transactions commit in
 * another: behind a missing number, lines are returned when no transaction is left that may have taken it. No change waits for
 * that, as it would for a lock.
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
    /**
     * Returns the next lines after an id, in the order of their ids, of which none appears later before one that was returned.
     * It waits while another transaction may still write the first of them.
     *
     * @throws the reason of the signal when it aborts
     */
    async after(id: number, most: number, signal?: AbortSignal) {
      traits.checkFile();
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
      // What was missing is there by now, or never will be.
      return read(id, lines.at(-1)?.id ?? id, most);
    },
  };
}

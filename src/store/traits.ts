import { type Kysely, sql } from 'kysely';
import type { Tables } from '../model/index.js';

/** What the databases do differently where a query has to know it. */
export interface Traits {
  /** Whether rows have to be locked. */
  rowLocks: boolean;
  /** Whether transactions come one after the other, and so may share a commit. */
  sharesCommits: boolean;
  /** Whether a load of many rows gains by making the indices afterwards; nobody can read the table in between. */
  lateIndices: boolean;
  /** Lets one transaction at a time go on that names this; it holds until the transaction ends. */
  takeTurns(db: Kysely<Tables>, name: string): Promise<void>;
  /** Writes lines of the audit trail that bring their numbers along, so that later ones get higher numbers. */
  numberedChanges<T>(db: Kysely<Tables>, write: () => Promise<T>): Promise<T>;
}

/** A transaction that writes holds the whole database: nothing is left to lock. */
export const sqliteTraits: Traits = {
  rowLocks: false,
  sharesCommits: true,
  lateIndices: true,
  takeTurns: async () => {},
  numberedChanges: (_, write) => write(),
};

/** Transactions of several processes write at the same time. */
export const postgresTraits: Traits = {
  rowLocks: true,
  sharesCommits: false,
  // A million transactions take as long either way, and other processes go on reading.
  lateIndices: false,
  // Two names with the same hash take turns without need, which does no harm.
  async takeTurns(db, name) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
  },
  async numberedChanges(db, write) {
    // Who numbers a change meanwhile would take a number that is brought along.
    await sql`lock table datacard_changes in share row exclusive mode`.execute(db);
    const result = await write();
    await sql`select setval(
      pg_get_serial_sequence('datacard_changes', 'id'),
      greatest((select last_value from datacard_changes_id_seq), (select max(id) from datacard_changes))
    )`.execute(db);
    return result;
  },
};

import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../model/index.js';

/** The differences between the databases that queries depend on. */
export interface Traits {
  /** True if transactions must lock the rows that they change. */
  rowLocks: boolean;
  /** True if transactions run one after the other, and so can share a commit. */
  sharesCommits: boolean;
  /** True if a load of many rows is faster with the indices created afterwards. */
  lateIndices: boolean;
  /** Waits until no other transaction holds this name, and holds it until the end of the transaction. */
  takeTurns(db: Kysely<Tables>, name: string): Promise<void>;
  /** Returns the condition that a column has one of some values, however many: they are one parameter. */
  isOneOf(column: string, values: readonly (string | number)[]): RawBuilder<SqlBool>;
  /** Writes changes of the audit trail that have numbers already, so that later changes get higher numbers. */
  numberedChanges<T>(db: Kysely<Tables>, write: () => Promise<T>): Promise<T>;
}

/** A transaction that writes holds the whole database: nothing is left to lock. */
export const sqliteTraits: Traits = {
  rowLocks: false,
  sharesCommits: true,
  lateIndices: true,
  takeTurns: async () => {},
  isOneOf: (column, values) =>
    sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
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
  isOneOf: (column, values) => sql<SqlBool>`${sql.ref(column)} = any(${values})`,
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

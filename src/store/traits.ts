import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../model/index.js';
import type { Db } from './queries/statement.js';

/** The differences between the databases that queries depend on. */
export interface Traits {
  /** True if transactions must lock the rows that they change. */
  rowLocks: boolean;
  /** True if transactions run one after the other, and so can share a commit. */
  sharesCommits: boolean;
  /** Throws when the file of the database was lost: reads go on without an error. */
  checkFile(): void;
  /** Waits until no other transaction holds this name, and holds it until the end of the transaction. */
  takeTurns(db: Db, name: string): Promise<void>;
  /** Returns the condition that a column has one of some values, however many: they are one parameter. */
  isOneOf(column: string, values: readonly (string | number)[]): RawBuilder<SqlBool>;
  /** Returns names of the transactions that have begun to write to a table and have not ended, but for those that cannot overlap. */
  writersOf(db: Db, table: keyof Tables): Promise<string[]>;
  /** Writes changes of the audit trail that have numbers already, so that later changes get higher numbers. */
  numberedChanges<T>(db: Db, write: () => Promise<T>): Promise<T>;
}

/** The name under which loads of many rows take turns. */
export const BULK_LOAD = 'bulk load';

/** A transaction that writes holds the whole database: nothing is left to lock. */
export const sqliteTraits: Traits = {
  rowLocks: false,
  sharesCommits: true,
  checkFile() {},
  takeTurns: async () => {},
  isOneOf: (column, values) =>
    sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
  writersOf: async () => [],
  numberedChanges: (_, write) => write(),
};

/** Transactions of several processes write at the same time. */
export const postgresTraits: Traits = {
  rowLocks: true,
  sharesCommits: false,
  checkFile() {},
  // Two names with the same hash take turns without need, which does no harm.
  async takeTurns(db, name) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
  },
  isOneOf: (column, values) => sql<SqlBool>`${sql.ref(column)} = any(${values})`,
  // A transaction locks a table before it takes a number, and until others can see what it has written.
  async writersOf(db, table) {
    const { rows } = await sql<{ writer: string }>`
      select distinct virtualtransaction as writer from pg_locks
      where locktype = 'relation' and relation = ${table}::regclass
        and database = (select oid from pg_database where datname = current_database())
        and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock') and granted`.execute(db);
    return rows.map(({ writer }) => writer);
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

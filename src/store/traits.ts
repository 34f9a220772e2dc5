import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { unavailable } from '../domain/failure.js';
import type { Tables } from '../model/index.js';
import type { Db } from './queries/statement.js';

export interface Traits {
  /** True if transactions must lock the rows that they change. Otherwise they run one after the other, and can share a commit. */
  rowLocks: boolean;
  /** Throws for a file that was lost, and for a standby after a failover: reads continue without an error. */
  check(db: Db): Promise<void>;
  /** Locks a name until the end of the transaction. */
  takeTurns(db: Db, name: string): Promise<void>;
  /** Passes all values as one parameter, however many there are. */
  isOneOf(column: string, values: readonly (string | number)[]): RawBuilder<SqlBool>;
  /** Returns names of the transactions that are writing to a table, except those that cannot overlap. */
  writersOf(db: Db, table: keyof Tables): Promise<string[]>;
  /** Writes audit lines that have numbers, so that later lines get higher ones. */
  numberedChanges<T>(db: Db, write: () => Promise<T>): Promise<T>;
}

/** A transaction that writes locks the whole database. */
export const sqliteTraits: Traits = {
  rowLocks: false,
  check: async () => {},
  takeTurns: async () => {},
  isOneOf: (column, values) =>
    sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
  writersOf: async () => [],
  numberedChanges: (_, write) => write(),
};

export const postgresTraits: Traits = {
  rowLocks: true,
  async check(db) {
    const { rows } = await sql<{ value: string }>`select current_setting('transaction_read_only') as value`.execute(db);
    if (rows[0]?.value !== 'on') return;
    throw unavailable({ retry_after: 1, cause: new Error('The database is read-only') });
  },
  // Two names with the same hash take turns without need, which is harmless.
  async takeTurns(db, name) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
  },
  isOneOf: (column, values) => sql<SqlBool>`${sql.ref(column)} = any(${values})`,
  // A transaction locks a table before it takes a number, until others can see what it has written.
  async writersOf(db, table) {
    const { rows } = await sql<{ writer: string }>`
      select distinct virtualtransaction as writer from pg_locks
      where locktype = 'relation' and relation = ${table}::regclass
        and database = (select oid from pg_database where datname = current_database())
        and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock') and granted`.execute(db);
    return rows.map(({ writer }) => writer);
  },
  async numberedChanges(db, write) {
    // Without the lock, another transaction could take a number that this one brings.
    await sql`lock table datacard_changes in share row exclusive mode`.execute(db);
    const result = await write();
    await sql`select setval(
      pg_get_serial_sequence('datacard_changes', 'id'),
      greatest((select last_value from datacard_changes_id_seq), (select max(id) from datacard_changes))
    )`.execute(db);
    return result;
  },
};

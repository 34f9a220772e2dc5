import type { RawBuilder } from 'kysely';

/** The parts of the data definition language that differ between the databases. */
export interface Ddl {
  /** An integer of 64 bits. */
  integer: string;
  /** An integer key that the database generates unless a row has one. */
  serial: string;
  /** Text that is compared by its bytes, whatever the language of the database. */
  text: string;
  /** The options behind the columns of a table. */
  tableOptions: string;
  /** True where a column can be made nullable; elsewhere its table is copied. */
  canDropNotNull: boolean;
  /** True where a partial index answers for its condition without reading the rows. */
  readsConditionOfIndex: boolean;
  /** True where every program that opens the database parses its triggers. */
  parsesTriggers: boolean;
  /** The statement for a table whose rows need not survive a crash; undefined on a database that one process uses. */
  createSharedTable?: string;
  /** The schema of the list of migrations, on a database with several schemas. */
  schema?: string;
  /**
   * Returns the statements that make triggers, which give each row that is inserted into a table an entry in `arrivals`. Whoever
   * sees an entry sees all of those before it.
   *
   * @param number the expression for the number of a row
   */
  recordArrivals(kind: string, table: string, number: (row: string) => string): string[];
  /**
   * Returns the statements that make triggers, which run a statement after every change of a table. Other changes of the table wait
   * until the migration ends.
   *
   * @param columns the columns that the statement reads
   * @param statement is given the rows: those that were added, with a `sign` of 1, and those that are gone, with -1
   */
  afterChanges(table: string, columns: readonly string[], statement: (rows: string) => string): string[];
  /** Returns the statements that make triggers, which notify other processes of each commit that changes one of the tables. */
  reportChanges(tables: readonly string[]): string[];
  /** Builds a query that returns a row if there is a table of this name. */
  findTable(name: string): RawBuilder<unknown>;
}

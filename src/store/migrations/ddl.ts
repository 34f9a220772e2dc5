import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../model/index.js';

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
  /** True where a partial index answers for its condition without reading the rows. */
  readsConditionOfIndex: boolean;
  /** The statement for a table whose rows need not survive a crash; undefined on a database that one process uses. */
  createSharedTable?: string;
  /**
   * Returns the statements that make triggers, which give each row that is inserted into a table an entry in `arrivals`. Whoever
   * sees an entry sees all of those before it.
   *
   * @param number the expression for the number of a row
   */
  recordArrivals(kind: string, table: string, number: (row: string) => string): string[];
  /** The query that returns a row if there is a table of applied migrations. */
  findMigrations: RawBuilder<unknown>;
  /** Waits until no other process migrates, and keeps others from it until the end of the transaction. */
  takeTurns(transaction: Kysely<Tables>): Promise<void>;
}

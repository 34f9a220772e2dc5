import type { RawBuilder } from 'kysely';

/** The few words of the data definition language that the databases spell differently. */
export interface Ddl {
  /** An integer of 64 bits. */
  integer: string;
  /** An integer key that the database counts up by itself, and that a row may bring along. */
  serial: string;
  /** Text that is compared by its bytes, whatever the language of the database. */
  text: string;
  /** What stands behind the columns of a table. */
  tableOptions: string;
  /** What begins a table whose rows need not survive a crash; nothing where several processes have no use for one. */
  createSharedTable?: string;
  /** Where the migrations note themselves, for a database that holds more than one schema. */
  schema?: string;
  /** A query that answers a row where there is a table of this name. */
  findTable(name: string): RawBuilder<unknown>;
}

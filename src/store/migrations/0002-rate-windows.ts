import { type Migration, sql } from 'kysely';
import type { Ddl } from './ddl.js';

/**
 * The windows of rate limits, for processes that share a database. A crash of the database empties the table, and new
 * windows begin. SQLite has no use for it: one process has the database for itself.
 */
export function rateWindows({ integer, text, createSharedTable, tableOptions }: Ddl): Migration {
  const statements = [
    // The room that is left in each page lets a count go up in place, without a new entry in an index.
    `${createSharedTable} rate_windows (
      key ${text} primary key,
      count ${integer} not null,
      reset_at ${integer} not null
    ) ${tableOptions} with (fillfactor = 50)`,
    'create index rate_windows_age on rate_windows (reset_at)',
  ];

  return {
    async up(db) {
      if (createSharedTable === undefined) return;
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

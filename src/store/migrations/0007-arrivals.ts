import { type Migration, sql } from 'kysely';
import type { Ddl } from './ddl.js';

/**
 * The order in which events and transactions are stored, for the streams that follow them. Triggers record it, so that no
 * writer can forget to.
 */
export function arrivals({ integer, serial, text, tableOptions, recordArrivals }: Ddl): Migration {
  const statements = [
    `create table arrivals (
      sequence ${serial},
      kind ${text} not null check (kind in ('event', 'transaction')),
      number ${integer} not null
    ) ${tableOptions}`,
    'create unique index arrivals_number on arrivals (number, kind)',
    // An event has no other number than the one in its uid, behind “39:”.
    ...recordArrivals('event', 'events', (row) => `cast(substr(${row}.uid, 4) as ${integer})`),
    ...recordArrivals('transaction', 'transactions', (row) => `${row}.id`),
  ];

  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

import { type Migration, sql } from 'kysely';
import type { Ddl } from './ddl.js';

/** The tables that kept answers are made of. */
const TABLES = [
  'entities',
  'characters',
  'memberships',
  'datacards',
  'assignments',
  'assigned_uses',
  'transactions',
  'events',
];

/** Triggers that notify every process of changes, on a database that does not report them by itself. */
export function changes({ reportChanges }: Ddl): Migration {
  return {
    async up(db) {
      for (const statement of reportChanges(TABLES)) await sql.raw(statement).execute(db);
    },
  };
}

import { type Migration, sql } from 'kysely';
import type { Ddl } from './ddl.js';

/**
 * The times at which entities and datacards were removed, indexes to find what ends with them, and lines of the audit trail
 * that no client asked for.
 */
export function removal(ddl: Ddl): Migration {
  const statements = [
    `alter table entities add column removed_at ${ddl.integer}`,
    `alter table datacards add column removed_at ${ddl.integer}`,
    'create index memberships_faction on memberships (faction_uid)',
    'create index assignments_location on assignments (location_uid)',
    ...(ddl.canDropNotNull ? dropNotNull : rebuildAuditTrail(ddl)),
  ];

  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const dropNotNull = ['client_id', 'character_uid', 'request_id'].map(
  (column) => `alter table datacard_changes alter column ${column} drop not null`,
);

/** Copies the audit trail with its numbers into a table whose columns may be null: nothing refers to it. */
function rebuildAuditTrail({ integer, serial, text, tableOptions }: Ddl): string[] {
  return [
    `create table new_datacard_changes (
      id ${serial},
      time ${integer} not null,
      action ${text} not null check (action in ('assign', 'revoke')),
      client_id ${text} references clients (id),
      character_uid ${text} references characters (uid),
      datacard_uid ${text} not null references datacards (uid),
      location_uid ${text} not null references entities (uid),
      uses_before ${integer} not null,
      uses_after ${integer} not null,
      request_id ${text}
    ) ${tableOptions}`,
    'insert into new_datacard_changes select * from datacard_changes',
    // The number that the next line follows, also where the last lines were pruned.
    "delete from sqlite_sequence where name = 'new_datacard_changes'",
    `insert into sqlite_sequence (name, seq)
      select 'new_datacard_changes', seq from sqlite_sequence where name = 'datacard_changes'`,
    'drop table datacard_changes',
    'alter table new_datacard_changes rename to datacard_changes',
    'create index datacard_changes_datacard on datacard_changes (datacard_uid, id)',
  ];
}

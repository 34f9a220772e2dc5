import { type Migration, sql } from 'kysely';
import type { Ddl } from './ddl.js';

/** Triggers that name no alias for the table that they insert into: SQLite 3.40 opens no database with one that does. */
export function plainTriggers({ parsesTriggers }: Ddl): Migration {
  return {
    async up(db) {
      if (!parsesTriggers) return;
      const { rows } = await sql<{ name: string; text: string }>`
        select name, replace(replace(sql, 'assigned_uses as known', 'assigned_uses'), 'known.', 'assigned_uses.') as text
        from sqlite_master where type = 'trigger' and tbl_name = 'assignments'`.execute(db);
      for (const { name, text } of rows) {
        await sql`drop trigger ${sql.ref(name)}`.execute(db);
        await sql.raw(text).execute(db);
      }
    },
  };
}

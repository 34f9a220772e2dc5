import type { Snapshot, Snapshots } from '../snapshots.js';
import type { SqliteConnection } from './engine.js';

/** Runs work while no query and no transaction of others uses the connection. */
type Alone = <T>(work: () => T) => Promise<T>;

/** The table in which SQLite counts; it can have no triggers, and is small enough to be copied each time. */
const COUNTERS = 'sqlite_sequence';

/**
 * Creates the snapshots of a database: a second one in memory that holds copies of tables.
 *
 * Triggers note which tables change. A table that has not changed since its last copy is copied no second time, and is left
 * alone when that copy comes back.
 *
 * @param onChange called when a snapshot has come back
 */
export function createSnapshots(database: SqliteConnection, alone: Alone, onChange: () => void): Snapshots {
  database.exec("attach ':memory:' as copies; create temp table changed (name text primary key) without rowid");
  const tables = watchTables(database);
  /** The copy that each unchanged table is equal to. */
  const current = new Map<string, number>();
  const inUse = new Map<number, number>();
  let latest = 0;

  // Prepared once: the driver lets go of a statement when it is collected, which may be much later.
  const namesOfChanged = database.prepare('select name from temp.changed');
  const allTriggers = database.prepare(
    "select name, tbl_name as of, sql from main.sqlite_master where type = 'trigger'",
  );

  const changed = () => {
    const rows = namesOfChanged.all() as { name: string }[];
    return new Set([...rows.map(({ name }) => name), COUNTERS]);
  };

  /** Returns the triggers of some tables: rows that come back are no new ones. */
  const triggersOf = (tables: ReadonlySet<string>) =>
    (allTriggers.all() as { name: string; of: string; sql: string }[]).filter(({ of }) => tables.has(of));

  const copy = (table: string) => {
    latest += 1;
    database.exec(`create table copies.copy_${latest} as select * from main."${table}"`);
    current.set(table, latest);
  };

  const bringBack = (table: string, number: number) => {
    database.exec(`delete from main."${table}"; insert into main."${table}" select * from copies.copy_${number}`);
    current.set(table, number);
  };

  return {
    take: () =>
      alone(() => {
        const stale = changed();
        for (const table of tables) if (stale.has(table) || !current.has(table)) copy(table);
        database.exec('delete from temp.changed');
        for (const number of current.values()) inUse.set(number, (inUse.get(number) ?? 0) + 1);
        return { copies: new Map(current) };
      }),

    restore: ({ copies }) =>
      alone(() => {
        const stale = changed();
        // The rows of one table come back before those that they refer to.
        database.exec('pragma foreign_keys = off; begin immediate');
        try {
          const different = [...copies].filter(([table, number]) => stale.has(table) || current.get(table) !== number);
          const triggers = triggersOf(new Set(different.map(([table]) => table)));
          for (const { name } of triggers) database.exec(`drop trigger main."${name}"`);
          for (const [table, number] of different) bringBack(table, number);
          for (const { sql } of triggers) database.exec(sql);
          database.exec('delete from temp.changed; commit');
          onChange();
        } finally {
          if (database.isTransaction) database.exec('rollback');
          database.exec('pragma foreign_keys = on');
        }
      }),

    drop: ({ copies }: Snapshot) =>
      alone(() => {
        for (const [table, number] of copies) {
          const uses = (inUse.get(number) ?? 0) - 1;
          inUse.set(number, uses);
          if (uses > 0) continue;
          inUse.delete(number);
          if (current.get(table) === number) current.delete(table);
          database.exec(`drop table copies.copy_${number}`);
        }
      }),
  };
}

/** Makes every table note that it changes. @returns the names of the tables */
function watchTables(database: SqliteConnection): string[] {
  const rows = database
    .prepare("select name from main.sqlite_master where type = 'table' and name not like 'kysely%' order by name")
    .all() as { name: string }[];
  const tables = rows.map(({ name }) => name);
  for (const table of tables) {
    if (table.startsWith('sqlite_')) continue;
    for (const change of ['insert', 'update', 'delete']) {
      database.exec(
        `create temp trigger ${change}_${table} after ${change} on main."${table}"
         when not exists (select 1 from temp.changed where name = '${table}')
         begin insert into changed values ('${table}'); end`,
      );
    }
  }
  return tables.filter((name) => !name.startsWith('sqlite_') || name === COUNTERS);
}

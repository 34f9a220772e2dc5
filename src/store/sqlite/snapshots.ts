import type { SqliteConnection } from './driver.js';

/** Numbered copies of a database in memory, for a sandbox that goes back to them. */
export interface Snapshots {
  take(): Promise<number>;
  restore(snapshot: number): Promise<void>;
  drop(snapshot: number): Promise<void>;
}

/** Copies tables to a second database in memory. Triggers note which tables change, so only these take time to restore. */
export function createSnapshots(
  database: SqliteConnection,
  alone: <T>(work: () => T) => Promise<T>,
  onChange: () => void,
): Snapshots {
  database.exec("attach ':memory:' as copies; create temp table changed (name text primary key) without rowid");
  const names = database
    .prepare("select name from main.sqlite_master where type = 'table' and name not like 'kysely%' order by name")
    .all()
    .map(({ name }) => String(name));
  // Triggers write to arrivals, and SQLite counts in sqlite_sequence: these two come back last.
  const last = ['arrivals', 'sqlite_sequence'];
  const tables = [...names.filter((name) => !last.includes(name) && !name.startsWith('sqlite_')), ...last];
  for (const table of tables.slice(0, -1)) {
    for (const change of ['insert', 'update', 'delete']) {
      database.exec(
        `create temp trigger ${change}_${table} after ${change} on main."${table}"
         when not exists (select 1 from temp.changed where name = '${table}')
         begin insert into changed values ('${table}'); end`,
      );
    }
  }
  // Prepared once: the driver frees a statement only when it is collected, which may be much later.
  const readChanged = database.prepare('select name from temp.changed');
  let latest = 0;
  /** The snapshot that the tables equal, except for those that have changed. */
  let current = 0;

  const copyOf = (table: string, snapshot: number) => `copies."${snapshot}_${table}"`;
  const isEqualTo = (snapshot: number) => {
    database.exec('delete from temp.changed');
    current = snapshot;
  };

  return {
    take: () =>
      alone(() => {
        latest += 1;
        for (const table of tables)
          database.exec(`create table ${copyOf(table, latest)} as select * from main."${table}"`);
        isEqualTo(latest);
        return latest;
      }),

    restore: (snapshot) =>
      alone(() => {
        const changed = new Set(readChanged.all().map(({ name }) => String(name))).add('sqlite_sequence');
        if (changed.has('events') || changed.has('transactions')) changed.add('arrivals');
        // The rows of a table come back before those that they refer to.
        database.exec('pragma foreign_keys = off; begin immediate');
        for (const table of tables.filter((name) => snapshot !== current || changed.has(name))) {
          const copy = copyOf(table, snapshot);
          database.exec(`delete from main."${table}"; insert into main."${table}" select * from ${copy}`);
        }
        database.exec('commit; pragma foreign_keys = on');
        isEqualTo(snapshot);
        onChange();
      }),

    drop: (snapshot) =>
      alone(() => {
        for (const table of tables) database.exec(`drop table ${copyOf(table, snapshot)}`);
      }),
  };
}

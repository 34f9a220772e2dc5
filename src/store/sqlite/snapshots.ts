import type { SqliteConnection } from './driver.js';

/** Copies of the content of a database in memory, for a sandbox that goes back to them. */
export interface Snapshots {
  /** Keeps the present content, and returns its number. */
  take(): Promise<number>;
  /** Brings the content of a snapshot back. */
  restore(snapshot: number): Promise<void>;
  /** Forgets a snapshot. */
  drop(snapshot: number): Promise<void>;
}

/**
 * Creates the snapshots of a database: a second one in memory that holds copies of its tables.
 *
 * @param alone runs work while no query and no transaction of others uses the connection
 * @param onChange called when a snapshot has come back
 */
export function createSnapshots(
  database: SqliteConnection,
  alone: <T>(work: () => T) => Promise<T>,
  onChange: () => void,
): Snapshots {
  database.exec("attach ':memory:' as copies");
  // Triggers on the others write to arrivals and count in sqlite_sequence: these two come back last.
  const rows = database
    .prepare(
      `select name from main.sqlite_master
       where type = 'table' and name not like 'kysely%' and (name not like 'sqlite_%' or name = 'sqlite_sequence')
       order by name in ('arrivals', 'sqlite_sequence'), name`,
    )
    .all() as { name: string }[];
  const eachTable = (snapshot: number, change: (table: string, copy: string) => string) =>
    database.exec(rows.map(({ name }) => change(`main."${name}"`, `copies."${snapshot}_${name}"`)).join(';'));
  let latest = 0;

  return {
    take: () =>
      alone(() => {
        latest += 1;
        eachTable(latest, (table, copy) => `create table ${copy} as select * from ${table}`);
        return latest;
      }),

    restore: (snapshot) =>
      alone(() => {
        // The rows of one table come back before those that they refer to.
        database.exec('pragma foreign_keys = off; begin immediate');
        try {
          eachTable(snapshot, (table, copy) => `delete from ${table}; insert into ${table} select * from ${copy}`);
          database.exec('commit');
          onChange();
        } finally {
          if (database.isTransaction) database.exec('rollback');
          database.exec('pragma foreign_keys = on');
        }
      }),

    drop: (snapshot) =>
      alone(() => {
        eachTable(snapshot, (_, copy) => `drop table ${copy}`);
      }),
  };
}

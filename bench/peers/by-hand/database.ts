import pg from 'pg';
import { DatabaseSync } from '../../../src/store/sqlite/driver.js';

type Value = string | number;

/** The columns of all the statements. */
export type Row = Record<Texts, string> & Record<Numbers, number>;
type Texts =
  | ('uid' | 'name' | 'image' | 'race' | 'race_uid' | 'gender' | 'short_description' | 'biography' | 'communication')
  | (
      | 'entity'
      | 'entity_uid'
      | 'owner'
      | 'owner_uid'
      | 'sender'
      | 'sender_uid'
      | 'receiver'
      | 'receiver_uid'
      | 'client'
    );
type Numbers = 'last_login' | 'is_primary' | 'uses' | 'total_uses' | 'id' | 'time' | 'amount' | 'total';

/** The rows of a statement: SQLite has them at once. */
export type Rows = Row[] | Promise<Row[]>;

/** Runs a prepared statement, within a transaction on its connection. */
export type Read = (parameters: Value[], connection?: pg.ClientBase) => Rows;

/** Work that waits for rows where the database makes it wait. */
export type Steps<T> = Generator<Rows, T, Row[]>;

/** Does work with statements, to its end at once where the database gives rows at once. */
export function perform<T>(steps: Steps<T>): T | Promise<T> {
  const go = (rows: Row[]): T | Promise<T> => {
    const { done, value } = steps.next(rows);
    if (done) return value;
    return value instanceof Promise ? value.then(go) : go(value);
  };
  return go([]);
}

/** A database with prepared statements, whose parameters are `?1`, `?2` and so on. */
export interface Database {
  prepare(sql: string): Read;
  /** Follows a `select` of a row that a transaction changes. */
  lock: string;
  /** Does work in a transaction, which is on disk when it ends. */
  change(work: (connection?: pg.ClientBase) => Steps<Row[]>): Rows;
}

export function openDatabase(address: string): Database {
  return address.startsWith('postgres') ? openPostgres(address) : openSqlite(address);
}

function openSqlite(file: string): Database {
  const database = new DatabaseSync(file);
  // It is closed with the last reference to it: statements have none.
  process.once('exit', () => database.close());
  database.exec('pragma synchronous = full');
  const [begin, commit] = ['begin immediate', 'commit'].map((sql) => database.prepare(sql));
  return {
    lock: '',
    prepare(sql) {
      const statement = database.prepare(sql);
      return (parameters) => statement.all(...parameters) as Row[];
    },
    change(work) {
      begin?.run();
      const result = perform(work());
      commit?.run();
      return result;
    },
  };
}

function openPostgres(connectionString: string): Database {
  // Numbers of 64 bits.
  pg.types.setTypeParser(20, Number);
  const pool = new pg.Pool({ connectionString, max: 10 });
  let count = 0;
  return {
    lock: ' for update of datacards',
    prepare(sql) {
      const statement = { name: `s${count++}`, text: sql.replaceAll('?', '$') };
      return async (values, connection = pool as unknown as pg.ClientBase) =>
        (await connection.query({ ...statement, values })).rows;
    },
    async change(work) {
      const connection = await pool.connect();
      try {
        await connection.query('begin');
        const result = await perform(work(connection));
        await connection.query('commit');
        connection.release();
        return result;
      } catch (error) {
        // Its transaction ends with it.
        connection.release(true);
        throw error;
      }
    },
  };
}

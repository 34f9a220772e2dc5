import { DatabaseSync } from '../../src/store/sqlite/driver.js';

type Value = string | number;

/** The columns of all the statements. */
export type Row = Record<Texts, string> & Record<Numbers, number>;
type Texts = Names | `${'race' | 'entity' | 'owner' | 'sender' | 'receiver'}_uid` | 'uid' | 'gender' | 'client';
type Names = 'name' | 'race' | 'entity' | 'owner' | 'sender' | 'receiver' | Words;
type Words = 'image' | 'short_description' | 'biography' | 'communication';
type Numbers = 'last_login' | 'is_primary' | 'uses' | 'total_uses' | 'id' | 'time' | 'amount' | 'total';

/** A database with prepared statements, whose parameters are `?1`, `?2` and so on. */
export interface Database {
  prepare(sql: string): (...parameters: Value[]) => Row[];
  /** Does work in a transaction, which is on disk when it ends. */
  change<T>(work: () => T): T;
}

export function openDatabase(file: string): Database {
  const database = new DatabaseSync(file);
  // It is closed with the last reference to it: statements have none.
  process.once('exit', () => database.close());
  database.exec('pragma synchronous = full');
  const [begin, commit] = ['begin immediate', 'commit'].map((sql) => database.prepare(sql));
  return {
    prepare(sql) {
      const statement = database.prepare(sql);
      return (...parameters) => statement.all(...parameters) as Row[];
    },
    change(work) {
      begin?.run();
      const result = work();
      commit?.run();
      return result;
    },
  };
}

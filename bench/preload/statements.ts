import { DatabaseSync, type SqliteConnection } from '../../src/store/sqlite/driver.js';

/** A recorded use of a database: a script that was run as a whole, or a statement with its bound values. */
export type RecordedStatement =
  | { sql: string; method: 'exec' }
  | { sql: string; method: Method; values: unknown[]; asArrays: boolean };

type Method = (typeof METHODS)[number];

const METHODS = ['all', 'get', 'run'] as const;

/** The statements since the last message. */
let recorded: RecordedStatement[] = [];

const original = DatabaseSync.prototype as SqliteConnection;

// Some engines do not let their methods be changed, but new connections can inherit from another prototype.
DatabaseSync.prototype = Object.create(original, {
  exec: {
    value(this: SqliteConnection, sql: string) {
      recorded.push({ sql, method: 'exec' });
      original.exec.call(this, sql);
    },
  },
  prepare: {
    value(this: SqliteConnection, sql: string) {
      const statement = original.prepare.call(this, sql);
      const { setReturnArrays: returnArrays } = statement;
      let asArrays = false;
      Object.defineProperty(statement, 'setReturnArrays', {
        value(isOn: boolean) {
          asArrays = isOn;
          returnArrays.call(statement, isOn);
        },
      });
      for (const method of METHODS) {
        const run = statement[method] as (...values: unknown[]) => unknown;
        const value = (...values: unknown[]) => {
          recorded.push({ sql, method, values, asArrays });
          return run.apply(statement, values);
        };
        Object.defineProperty(statement, method, { value });
      }
      return statement;
    },
  },
});

process.on('message', () => {
  process.send?.(recorded);
  recorded = [];
});
process.once('disconnect', () => process.exit());

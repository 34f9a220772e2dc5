import { DatabaseSync, type SqliteConnection } from '../../src/store/sqlite/driver.js';

/** Makes every connection of this process wait for the disk less than the service asks for. */
export function setSynchronous(mode: 'off' | 'normal'): void {
  const original = DatabaseSync.prototype as SqliteConnection;
  // Some engines do not let their methods be changed, but new connections can inherit from another prototype.
  DatabaseSync.prototype = Object.create(original, {
    exec: {
      value(this: SqliteConnection, sql: string) {
        original.exec.call(this, sql.replace(/synchronous = full/i, `synchronous = ${mode}`));
      },
    },
  });
}

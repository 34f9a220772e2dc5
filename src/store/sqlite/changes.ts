import type { Changes } from '../store.js';
import type { SqliteConnection, SqliteStatement } from './engine.js';
import { translate } from './preparing-database.js';

/**
 * Counts the changes of its own connection; `pragma data_version` reports those of other connections and processes.
 * https://www.sqlite.org/pragma.html#pragma_data_version
 */
export class SqliteChanges implements Changes {
  readonly #database: SqliteConnection;
  #statement: SqliteStatement | undefined;
  #count = 0;

  constructor(database: SqliteConnection) {
    this.#database = database;
  }

  /** Counts a change of the own connection. */
  add(): void {
    this.#count += 1;
  }

  version(): string {
    try {
      this.#statement ??= this.#database.prepare('pragma data_version');
      return `${this.#count} ${Object.values(this.#statement.get() as object)}`;
    } catch (error) {
      throw translate(error);
    }
  }
}

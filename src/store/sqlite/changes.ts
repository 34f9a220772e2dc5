import type { Changes } from '../store.js';
import type { SqliteConnection, SqliteStatement } from './engine.js';

/**
 * Counts the changes of a database: those of its own connection as they are made, and those of other connections, also in other
 * processes, when it looks at `pragma data_version`. https://www.sqlite.org/pragma.html#pragma_data_version
 */
export class SqliteChanges implements Changes {
  readonly #database: SqliteConnection;
  #statement: SqliteStatement | undefined;
  #noticed = 0;
  #dataVersion: unknown;
  #isKnown = true;

  constructor(database: SqliteConnection) {
    this.#database = database;
  }

  get count(): number | undefined {
    return this.#isKnown ? this.#noticed : undefined;
  }

  /** Counts a change of the own connection. */
  add(): void {
    this.#noticed += 1;
  }

  look(): void {
    try {
      const version = this.#readVersion();
      if (version !== this.#dataVersion || !this.#isKnown) this.#noticed += 1;
      this.#dataVersion = version;
      this.#isKnown = true;
    } catch {
      // What needs the database fails by itself, and says why.
      this.#isKnown = false;
    }
  }

  #readVersion(): unknown {
    if (!this.#statement) {
      this.#statement = this.#database.prepare('pragma data_version');
      this.#statement.setReturnArrays(true);
    }
    return (this.#statement.get() as unknown as [number])[0];
  }
}

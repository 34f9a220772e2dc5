import type { AccessStore } from './contract/access-store.js';
import type { AccountStore } from './contract/account-store.js';
import type { GameStore } from './contract/game-store.js';
import type { UpkeepStore } from './contract/upkeep-store.js';

export type * from './contract/access-store.js';
export type * from './contract/account-store.js';
export type * from './contract/game-store.js';
export type * from './contract/named.js';
export type * from './contract/upkeep-store.js';

/**
 * The database of a service, with the same queries for SQLite and PostgreSQL.
 *
 * No method returns cached data, and none stores half of a change. Each throws `Failure` `unavailable` while the database
 * is busy or cannot be reached. Columns keep their names from the tables: times are Unix seconds, flags are 0 or 1.
 */
export interface Store extends GameStore, AccessStore, AccountStore, UpkeepStore {
  /**
   * Runs the work in one transaction: all of it is stored when the promise resolves, and nothing when it rejects.
   *
   * After a conflict with another transaction the work runs again, so it must change nothing but the store.
   */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Closes the connections. */
  close(): Promise<void>;
  /** Throws `unavailable` unless the database can be read and written. */
  probe(): Promise<void>;
}

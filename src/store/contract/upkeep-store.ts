import type { ReversibleCounters } from '../../domain/rate-limit.js';
import type { BlacklistEntry } from '../../model/bookkeeping.js';
import type { Batch, RemovedBatch } from '../../model/index.js';
import type { Import, ImportOptions } from '../import/run-import.js';
import type { History, HistoryPart } from '../queries/history.js';
import type { Snapshots } from '../snapshots.js';

export type { History, HistoryPart };

/** The connections to a database, counted. */
export interface Pool {
  /** Open connections. */
  total: number;
  /** Open connections that are not in use. */
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}

/**
 * The extent of a dump: the whole service, or the galaxy without accounts, clients, grants, tokens, the audit
 * trail, idempotency keys, the blacklist and metadata; or what is about a player, by the id of the account.
 */
export type DumpScope = 'service' | 'galaxy' | { account: string };

/** Reports whether anything stored has changed. */
export interface Changes {
  /** Returns a text that differs after every commit, also of another process. */
  version(): string;
}

/** The care of the database as a whole. A part of `Store`. */
export interface UpkeepStore {
  /**
   * Removes some of what expired so long ago that nothing asks for it, and returns the number of rows: call it again until
   * that is 0.
   */
  prune(now: number): Promise<number>;
  /**
   * Ends memberships, links to accounts and grants of entities that a sync has removed before a time, and yields the number of these entities
   * for each part that was looked at.
   */
  endSleeping(before: number, now: number): AsyncGenerator<number>;
  /** Yields the parts of a history, and with `remove` removes the rows from before a time. */
  history(kind: History, before: number, remove: boolean): AsyncGenerator<HistoryPart>;
  /** Undefined on a database that other machines change. */
  changes?: Changes;
  /** Gives some free pages of a file back to the disk, and returns the bytes: call it again until that is 0. */
  giveBack?(): Promise<number>;
  blacklist: {
    /** Returns the entry of an address, if it is valid at `now`. */
    find(address: string, now: number): Promise<BlacklistEntry | undefined>;
    /** Returns those of some addresses that have an entry which is valid at `now`. */
    among(addresses: readonly string[], now: number): Promise<string[]>;
    /** Returns the entries that are valid at `now`. */
    list(now: number): Promise<BlacklistEntry[]>;
    /** Returns the number of entries that are valid at `now`. */
    count(now: number): Promise<number>;
    /** Adds an entry, or replaces the one of its address. */
    add(entry: BlacklistEntry): Promise<void>;
    remove(address: string): Promise<boolean>;
  };
  /** Notes about the database as a whole. */
  metadata: {
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
    /** Returns true if no migration of this version is missing. */
    areTablesCurrent(): Promise<boolean>;
    /** Returns true if there is no entity and no client. */
    isEmpty(): Promise<boolean>;
  };
  /** Goes back to earlier contents, in a database that was opened for a sandbox. */
  snapshots?: Snapshots;
  /**
   * Reads files beside the galaxy, compares them with it, and writes what differs, while a service goes on. Imports of all
   * processes take turns. Call it outside of transactions, and make no other call to a store in memory until it ends.
   */
  import<T>(options: ImportOptions, work: (files: Import) => Promise<T>): Promise<T>;
  /** Counts the connections to a database that has several. */
  pool?(): Pool;
  /**
   * Reads the service, or its galaxy alone, from one snapshot, as batches of rows and of
   * removals: each refers only to earlier ones. Make no other call to this store until the last batch.
   */
  dump(scope?: DumpScope): AsyncGenerator<Batch | RemovedBatch>;
  /**
   * Returns counters for all processes that share the database, in windows of a length in milliseconds; undefined if
   * only one process uses the database.
   */
  counters: ((length: number) => ReversibleCounters) | undefined;
}

import { LRUCache } from 'lru-cache';
import { Failure } from '../../domain/failure.js';
import type { BlacklistEntry } from '../../model/bookkeeping.js';
import type { Store } from '../../store/store.js';

export interface BlacklistOptions {
  /** Refused calls in one window after which an address is blacklisted. */
  blacklistAfter: number;
  /** Time that an address stays blacklisted, in seconds. */
  blacklistFor: number;
}

/** Maximum addresses whose entry, or the lack of one, is kept. */
const MAX_KNOWN = 50_000;

/** Time for which it is kept, in milliseconds: other processes add and remove entries too. */
const FRESH_FOR = 1000;

/** The entry of an address, if it has one, and when it was read, in Unix milliseconds. */
interface Known {
  entry: BlacklistEntry | undefined;
  readAt: number;
}

/**
 * Blacklist of client addresses, which get no answer. The list is stored in the database, which is asked once a second for
 * each address that calls, however long the list is. While the database is unavailable an address counts as it did before.
 */
export class Blacklist {
  readonly #store: Store;
  // For a `max`, lru-cache would take the memory of all entries at once.
  readonly #known = new LRUCache<string, Known>({ maxSize: MAX_KNOWN, sizeCalculation: () => 1 });
  #size = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** @param now Unix milliseconds */
  async has(address: string, now: number): Promise<boolean> {
    const known = this.#known.get(address);
    // A clock that was set back makes nothing fresh.
    if (!known || now - known.readAt >= FRESH_FOR || now < known.readAt) {
      const reading = this.#store.blacklist.find(address, Math.floor(now / 1000));
      const entry = await reading.catch(() => known?.entry);
      // An entry that was added meanwhile is newer than what was read.
      if (this.#known.get(address) === known) this.#known.set(address, { entry, readAt: now });
    }
    const { entry } = this.#known.get(address) ?? {};
    return entry !== undefined && entry.expires_at > now / 1000;
  }

  /** Returns those of some addresses that are blacklisted. @throws {Failure} while the database is unavailable */
  async among(addresses: ReadonlySet<string>, now: number): Promise<Set<string>> {
    return new Set(await this.#store.blacklist.among([...addresses], Math.floor(now / 1000)));
  }

  /** Returns the number of blacklisted addresses, the last one known while the database is unavailable. */
  async size(now: number): Promise<number> {
    this.#size = await this.#store.blacklist.count(Math.floor(now / 1000)).catch(() => this.#size);
    return this.#size;
  }

  /** Adds an entry, which is valid at once, also while the database is unavailable. */
  async add(entry: BlacklistEntry): Promise<void> {
    this.#known.set(entry.address, { entry, readAt: entry.created_at * 1000 });
    await this.#store.blacklist.add(entry).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
    });
  }

  /** Forgets everything that was read. */
  forget(): void {
    this.#known.clear();
  }
}

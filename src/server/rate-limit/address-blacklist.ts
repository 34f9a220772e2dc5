import { LRUCache } from 'lru-cache';
import { Failure } from '../../domain/failure.js';
import type { BlacklistEntry } from '../../model/blacklist-entry.js';
import type { Store } from '../../store/store.js';
import { atMost, cacheSizes, isFresh } from '../context/caches.js';

export interface BlacklistOptions {
  /** Refused calls in one window after which an address is blacklisted. */
  blacklistAfter: number;
  /** Time that an address stays blacklisted, in seconds. */
  blacklistFor: number;
}

/** The entry of an address, if it has one, and when it was read. */
interface Known {
  entry: BlacklistEntry | undefined;
  /** Unix milliseconds. */
  readAt: number;
}

/**
 * Blacklist of client addresses, which get no answer. The list is stored in the database, which is asked once a second for
 * each address that calls, however long the list is. While the database is unavailable an address counts as it did before.
 */
export class Blacklist {
  readonly #store: Store;
  readonly #known = new LRUCache<string, Known>(atMost(cacheSizes.blacklisted));
  #size = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** @param now Unix milliseconds */
  has(address: string, now: number): boolean | Promise<boolean> {
    const known = this.#known.get(address);
    return known && isFresh(known, now) ? isValid(known, now) : this.#read(address, now);
  }

  /** Returns those of some addresses that are blacklisted. @throws {Failure} while the database is unavailable */
  async among(addresses: ReadonlySet<string>, now: number): Promise<Set<string>> {
    return new Set(await this.#store.blacklist.among([...addresses], Math.floor(now / 1000)));
  }

  /** Returns the number of blacklisted addresses, the last one known while the database is unavailable. */
  async size(now: number): Promise<number> {
    this.#size = (await whileAvailable(this.#store.blacklist.count(Math.floor(now / 1000)))) ?? this.#size;
    return this.#size;
  }

  /** Adds an entry, which is valid at once. */
  async add(entry: BlacklistEntry): Promise<void> {
    this.#known.set(entry.address, { entry, readAt: entry.created_at * 1000 });
    await whileAvailable(this.#store.blacklist.add(entry));
  }

  /** Forgets everything that was read. */
  forget(): void {
    this.#known.clear();
  }

  async #read(address: string, now: number): Promise<boolean> {
    const before = this.#known.get(address);
    const reading = this.#store.blacklist.find(address, Math.floor(now / 1000));
    const entry = await reading.catch(() => before?.entry);
    // An entry that was added meanwhile is newer than what was read.
    if (this.#known.get(address) === before) this.#known.set(address, { entry, readAt: now });
    return isValid(this.#known.get(address), now);
  }
}

function isValid(known: Known | undefined, now: number): boolean {
  return known?.entry !== undefined && known.entry.expires_at > now / 1000;
}

/** Returns undefined while the database is unavailable. */
async function whileAvailable<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

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
 * each address that calls, however long the list is. While the database is unavailable an address counts as it did
 * before, and new entries are stored later.
 */
export class Blacklist {
  readonly #store: Store;
  readonly #unsaved = new Map<string, BlacklistEntry>();
  readonly #known = new LRUCache<string, Known>(atMost(cacheSizes.blacklisted));
  readonly #reading = new Map<string, Promise<Known>>();
  #size = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** @param now Unix milliseconds */
  has(address: string, now: number): boolean | Promise<boolean> {
    const known = this.#known.get(address);
    if (known && isFresh(known, now)) return holds(known, now);
    let reading = this.#reading.get(address);
    if (!reading) {
      reading = this.#read(address, now).finally(() => this.#reading.delete(address));
      this.#reading.set(address, reading);
    }
    return reading.then((read) => holds(read, now));
  }

  /** Returns those of some addresses that are blacklisted. @throws {Failure} while the database is unavailable */
  async among(addresses: ReadonlySet<string>, now: number): Promise<Set<string>> {
    const unsaved = [...addresses].filter((address) => this.#unsaved.has(address));
    const stored = await this.#store.blacklist.among([...addresses], Math.floor(now / 1000));
    return new Set([...unsaved, ...stored]);
  }

  /** Returns the number of blacklisted addresses, the last one known while the database is unavailable. */
  async size(now: number): Promise<number> {
    try {
      this.#size = await this.#store.blacklist.count(Math.floor(now / 1000));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
    return this.#size;
  }

  /** Adds an entry, which holds at once; it is stored later if the database is unavailable. */
  async add(entry: BlacklistEntry): Promise<void> {
    this.#unsaved.set(entry.address, entry);
    this.#known.set(entry.address, { entry, readAt: entry.created_at * 1000 });
    await this.#save();
  }

  /** Forgets every entry that is not stored, and everything that is known of the others. */
  forget(): void {
    this.#unsaved.clear();
    this.#known.clear();
  }

  async #read(address: string, now: number): Promise<Known> {
    const before = this.#known.get(address);
    let entry = before?.entry;
    try {
      await this.#save();
      entry = await this.#store.blacklist.find(address, Math.floor(now / 1000));
    } catch {
      // The request fails by itself if it needs the database.
    }
    const meanwhile = this.#known.get(address);
    if (meanwhile && meanwhile !== before) return meanwhile;
    const read = { entry: this.#unsaved.get(address) ?? entry, readAt: now };
    this.#known.set(address, read);
    return read;
  }

  async #save(): Promise<void> {
    try {
      for (const [address, entry] of this.#unsaved) {
        await this.#store.blacklist.add(entry);
        this.#unsaved.delete(address);
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

function holds({ entry }: Known, now: number): boolean {
  return entry !== undefined && entry.expires_at > now / 1000;
}

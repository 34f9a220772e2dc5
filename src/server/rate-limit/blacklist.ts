import { LRUCache } from 'lru-cache';
import { Failure } from '../../domain/failure.js';
import type { BlacklistEntry } from '../../model/bookkeeping.js';
import type { Store } from '../../store/store.js';

export interface BlacklistOptions {
  /** Refused calls in one window. */
  blacklistAfter: number;
  /** Seconds. */
  blacklistFor: number;
}

const MAX_KNOWN = 50_000;

/** Milliseconds: other processes add and remove entries too. */
const FRESH_FOR = 1000;

/** Asks the database once a second for each address. While it is unavailable, the last known entry counts. */
export class Blacklist {
  readonly #store: Store;
  // For a `max`, lru-cache would take the memory of all entries at once.
  readonly #known = new LRUCache<string, { entry: BlacklistEntry | undefined; readAt: number }>({
    maxSize: MAX_KNOWN,
    sizeCalculation: () => 1,
  });
  #size = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** @param now Unix milliseconds */
  async has(address: string, now: number): Promise<boolean> {
    const known = this.#known.get(address);
    // After the clock was set back, no entry is fresh.
    if (!known || now - known.readAt >= FRESH_FOR || now < known.readAt) {
      const reading = this.#store.blacklist.find(address, Math.floor(now / 1000));
      const entry = await reading.catch(() => known?.entry);
      // An entry that was added during the query is newer than its result.
      if (this.#known.get(address) === known) this.#known.set(address, { entry, readAt: now });
    }
    const { entry } = this.#known.get(address) ?? {};
    return entry !== undefined && entry.expires_at > now / 1000;
  }

  /** @throws {Failure} while the database is unavailable */
  async among(addresses: ReadonlySet<string>, now: number): Promise<Set<string>> {
    return new Set(await this.#store.blacklist.among([...addresses], Math.floor(now / 1000)));
  }

  async size(now: number): Promise<number> {
    this.#size = await this.#store.blacklist.count(Math.floor(now / 1000)).catch(() => this.#size);
    return this.#size;
  }

  /** The entry is valid at once, also while the database is unavailable. */
  async add(entry: BlacklistEntry): Promise<void> {
    this.#known.set(entry.address, { entry, readAt: entry.created_at * 1000 });
    await this.#store.blacklist.add(entry).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
    });
  }

  forget(): void {
    this.#known.clear();
  }
}

import { Failure } from '../../domain/failure.js';
import type { BlacklistEntry } from '../../model/blacklist-entry.js';
import type { Store } from '../../store/store.js';

/** Maximum age of the list in memory, in milliseconds: hosts add and remove entries from other processes. */
const FRESH_FOR = 1000;

/**
 * Blacklist of client addresses, which get no answer. The list is stored in the database and read again when the copy in
 * memory is older than a second. While the database is unavailable the copy is used, and new entries are stored later.
 */
export class Blacklist {
  readonly #store: Store;
  readonly #unsaved = new Map<string, BlacklistEntry>();
  #entries = new Map<string, BlacklistEntry>();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** @param now Unix milliseconds */
  has(address: string, now: number): boolean | Promise<boolean> {
    if (now - this.#readAt < FRESH_FOR && now >= this.#readAt) return this.#holds(address, now);
    this.#reading ??= this.#read(now).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading.then(() => this.#holds(address, now));
  }

  /** Returns the number of blacklisted addresses. */
  async size(now: number): Promise<number> {
    // Looking up any address reads an outdated list again.
    await this.has('', now);
    return this.#entries.size;
  }

  #holds(address: string, now: number): boolean {
    const entry = this.#entries.get(address);
    return entry !== undefined && entry.expires_at > now / 1000;
  }

  /** Adds an entry, which holds at once; it is stored later if the database is unavailable. */
  async add(entry: BlacklistEntry): Promise<void> {
    this.#entries.set(entry.address, entry);
    this.#unsaved.set(entry.address, entry);
    await this.#save();
  }

  async #read(now: number): Promise<void> {
    try {
      await this.#save();
      const entries = await this.#store.blacklist.list(Math.floor(now / 1000));
      this.#entries = new Map([...entries.map((entry) => [entry.address, entry] as const), ...this.#unsaved]);
    } catch {
      // The request fails by itself if it needs the database.
    }
    this.#readAt = now;
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

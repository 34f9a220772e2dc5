import type { BlacklistEntry } from '../../domain/blacklist.js';
import { Failure } from '../../domain/failure.js';
import type { Store } from '../../store/store.js';

/** How old the list in memory may be, in milliseconds: hosts add and remove entries from other processes. */
const FRESH_FOR = 1000;

/**
 * The addresses that get no answer. The list itself is in the database; what is in memory is read anew when it is older
 * than a second. While the database is away it goes on serving, and what is added then is stored later.
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

  /** How many addresses are on it. */
  async size(now: number): Promise<number> {
    // Whoever asks about an address has the list read anew where it is old.
    await this.has('', now);
    return this.#entries.size;
  }

  #holds(address: string, now: number): boolean {
    const entry = this.#entries.get(address);
    return entry !== undefined && entry.expiresAt > now / 1000;
  }

  /** Holds at once; where the database is away, the entry is stored when it is back. */
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
      // The request that needs the database finds out by itself, and says so.
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

import type { BlacklistEntry } from '../domain/blacklist.js';
import type { Store } from '../store/store.js';

/** How old the list in memory may be, in milliseconds: hosts add and remove entries from other processes. */
const FRESH_FOR = 1000;

/**
 * The addresses that get no answer. The list itself is in the database; what is in memory is read anew when it is older
 * than a second, and while the database is away it goes on serving.
 */
export class Blacklist {
  readonly #store: Store;
  #entries = new Map<string, BlacklistEntry>();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(store: Store) {
    this.#store = store;
  }

  /** @param now Unix milliseconds */
  async has(address: string, now: number): Promise<boolean> {
    if (now - this.#readAt >= FRESH_FOR || now < this.#readAt) await this.#read(now);
    return this.knows(address, now);
  }

  /** Like `has`, from what is in memory. */
  knows(address: string, now: number): boolean {
    const entry = this.#entries.get(address);
    return entry !== undefined && entry.expiresAt > now / 1000;
  }

  async add(entry: BlacklistEntry): Promise<void> {
    this.#entries.set(entry.address, entry);
    await this.#store.blacklist.add(entry);
  }

  async #read(now: number): Promise<void> {
    this.#readAt = now;
    try {
      const entries = await this.#store.blacklist.list(Math.floor(now / 1000));
      this.#entries = new Map(entries.map((entry) => [entry.address, entry]));
    } catch {
      // The request that needs the database finds out by itself, and says so.
    }
  }
}

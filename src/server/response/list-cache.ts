import { LRUCache } from 'lru-cache';
import { isLoopback } from '../../domain/url.js';
import type { Store } from '../../store/store.js';

/** The maximum number of lists, and the memory that they take, in bytes. */
const MAX_LISTS = 1000;
const MAX_BYTES = 16 * 1024 * 1024;

/** All that the payload of a list depends on beside the stored data. */
export interface ListKey {
  /** The grant that the list is shown to; undefined for a list that everybody may read. */
  grantId: string | undefined;
  /** The origin of its addresses. */
  origin: string;
  resource: string;
  /** The parameters as the schemas of the route return them, so that two spellings of a query are the same. */
  params: object;
  query: object;
  /** The times from which on histories are shown. */
  shownSince: object;
  format: string;
}

/**
 * The payloads of long lists, as text, until anything stored changes. Only SQLite reports changes (`Store.changes`): on another
 * database nothing is kept.
 */
export class ListCache {
  readonly #changes: Store['changes'];
  readonly #publicUrl: string | undefined;
  readonly #texts = new LRUCache<string, string>({
    max: MAX_LISTS,
    maxSize: MAX_BYTES,
    // A character takes one or two bytes.
    sizeCalculation: (text, key) => 2 * (text.length + key.length),
  });
  #version: string | undefined;

  constructor({ changes }: Pick<Store, 'changes'>, publicUrl: string | undefined) {
    this.#changes = changes;
    this.#publicUrl = publicUrl;
  }

  /** Returns the text that is kept for a list, or writes it. */
  async get(key: ListKey, write: () => Promise<string>): Promise<string> {
    if (!this.#changes || !this.#isOwn(key.origin)) return write();
    const version = this.#changes.version();
    if (version !== this.#version) this.#texts.clear();
    this.#version = version;
    const name = JSON.stringify(key);
    const kept = this.#texts.get(name);
    if (kept !== undefined) return kept;
    const text = await write();
    // A change since then may be in the text or not. Another request may have noticed it first.
    if (this.#changes.version() === version && this.#version === version) this.#texts.set(name, text);
    return text;
  }

  /** Returns true for an origin that no stranger can choose by the Host field of a request. */
  #isOwn(origin: string): boolean {
    return origin === this.#publicUrl || isLoopback(new URL(origin).hostname);
  }
}

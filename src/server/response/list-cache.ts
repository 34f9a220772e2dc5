import { LRUCache } from 'lru-cache';
import { isLoopback } from '../../domain/url.js';
import type { Store } from '../../store/store.js';

const MAX_LISTS = 1000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Keeps long lists until stored data changes. Only SQLite reports changes: other databases cache nothing. */
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

  /** @param key everything that a list depends on, except the stored data; queries are parsed, so that spellings do not matter */
  async get(key: { origin: string; [part: string]: unknown }, write: () => Promise<string>): Promise<string> {
    if (!this.#changes || !this.#isOwn(key.origin)) return write();
    const version = this.#changes.version();
    if (version !== this.#version) this.#texts.clear();
    this.#version = version;
    const name = JSON.stringify(key);
    const kept = this.#texts.get(name);
    if (kept !== undefined) return kept;
    const text = await write();
    // The text may lack a later change, which another request may have noticed first.
    if (this.#changes.version() === version && this.#version === version) this.#texts.set(name, text);
    return text;
  }

  /** Returns true for an origin that no stranger can choose by the Host field of a request. */
  #isOwn(origin: string): boolean {
    return origin === this.#publicUrl || isLoopback(new URL(origin).hostname);
  }
}

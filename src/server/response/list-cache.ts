import { isLoopback } from '../../domain/url.js';
import { KeptReads } from '../../store/kept-reads.js';
import type { Store } from '../../store/store.js';

/** Keeps long lists until stored data changes. Only SQLite reports changes: other databases cache nothing. */
export class ListCache {
  readonly #publicUrl: string | undefined;
  readonly #texts: KeptReads<string> | undefined;

  constructor({ changes }: Pick<Store, 'changes'>, publicUrl: string | undefined) {
    this.#publicUrl = publicUrl;
    // A character takes one or two bytes.
    const sizeCalculation = (text: string, key: string) => 2 * (text.length + key.length);
    this.#texts = changes && new KeptReads(changes, { max: 1000, maxSize: 16 * 1024 * 1024, sizeCalculation });
  }

  /** @param key everything that a list depends on, except the stored data; queries are parsed, so that spellings do not matter */
  async get(key: { origin: string; [part: string]: unknown }, write: () => Promise<string>): Promise<string> {
    return this.#texts && this.#isOwn(key.origin) ? this.#texts.get(JSON.stringify(key), write) : write();
  }

  /** Returns true for an origin that no stranger can choose by the Host field of a request. */
  #isOwn(origin: string): boolean {
    return origin === this.#publicUrl || isLoopback(new URL(origin).hostname);
  }
}

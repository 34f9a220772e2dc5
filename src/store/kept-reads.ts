import { LRUCache } from 'lru-cache';

/** Reports changes of the stored data with a text that differs after every commit of any process. */
export interface Changes {
  version(): string;
}

/** Keeps the results of reads until stored data changes. */
export class KeptReads<Result extends object | string> {
  readonly #changes: Changes;
  readonly #results: LRUCache<string, Result>;
  #version: string | undefined;

  constructor(changes: Changes, bounds: LRUCache.Options<string, Result, unknown>) {
    this.#changes = changes;
    this.#results = new LRUCache(bounds);
  }

  /** @param key everything that the result depends on, except the stored data */
  async get<Read extends Result | undefined>(key: string, read: () => Promise<Read>): Promise<Result | Read> {
    const version = this.#changes.version();
    if (version !== this.#version) this.#results.clear();
    this.#version = version;
    const kept = this.#results.get(key);
    if (kept !== undefined) return kept;
    const result = await read();
    // The result may lack a later change, which another read may have noticed first.
    if (result !== undefined && this.#version === version) this.#results.set(key, result);
    return result;
  }
}

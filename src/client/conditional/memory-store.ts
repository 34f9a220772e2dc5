/** An answer that was kept, to be asked for again by its ETag. */
export interface KeptAnswer {
  etag: string;
  /** The value of Content-Type. */
  type: string;
  text: string;
}

/** Keeps answers in memory. Beyond its size it drops those that have not been used for the longest time. */
export class MemoryStore {
  /** From the one that has not been used for the longest time to the one that was used last. */
  readonly #kept = new Map<string, KeptAnswer>();
  readonly #maxBytes: number;
  #bytes = 0;

  /** @param maxBytes the maximum size of all answers together */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the answer that was kept under a key, unless it was dropped. */
  find(key: string): KeptAnswer | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found;
  }

  /** Keeps an answer in the place of an earlier one. The key contains the token. */
  keep(key: string, answer: KeptAnswer): void {
    this.#drop(key);
    this.#kept.set(key, answer);
    this.#bytes += sizeOf(key, answer);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const found = this.#kept.get(key);
    if (found === undefined) return;
    this.#kept.delete(key);
    this.#bytes -= sizeOf(key, found);
  }
}

/** Returns the size of an answer in bytes: engines keep a character in two at most. */
function sizeOf(key: string, { etag, type, text }: KeptAnswer): number {
  return 2 * (key.length + etag.length + type.length + text.length);
}

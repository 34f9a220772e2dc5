import type { AnswerStore, KeptAnswer } from './answer-store.js';

/** Keeps answers in memory. Beyond its size it drops those that have not been used for the longest time. */
export class MemoryStore implements AnswerStore {
  /** From the one that has not been used for the longest time to the one that was used last. */
  readonly #kept = new Map<string, KeptAnswer>();
  readonly #maxBytes: number;
  #bytes = 0;

  /** @param maxBytes the maximum size of all answers together */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  find(key: string): KeptAnswer | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found;
  }

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

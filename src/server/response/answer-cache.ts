import { LRUCache } from 'lru-cache';
import type { Changes } from '../../store/store.js';
import type { Finished } from './finished.js';

/** Bytes that an answer takes beside its own and those of its key: measured, rounded up. */
const OVERHEAD = 600;

/** The share of the cache that one answer may take, unless it is small. */
const LARGEST_SHARE = 1 / 8;

/** A size in bytes up to which an answer may take more than its share. */
const SMALL = 64 * 1024;

/** An answer, and its version: the number of changes, or the second, in which it is true. */
interface Kept {
  version: number;
  answer: Finished;
}

/**
 * Finished answers that are made of stored data or of the time alone, by all that they depend on beside it. As soon as anything stored
 * changes, all of them are dropped.
 *
 * Before an answer is found, the cache looks for changes that others have committed, once a turn of the event loop: no answer
 * that is found is older than the turn in which it is sent. The store counts its own changes as it commits them.
 */
export class AnswerCache {
  /** Answers that were found, and those that had to be made. */
  readonly stats = { hits: 0, misses: 0 };
  readonly #changes: Changes | undefined;
  readonly #answers: LRUCache<string, Kept> | undefined;
  /** Answers that are being made. */
  readonly #begun = new Map<string, { version: number; answer: Promise<Finished> }>();
  /** The number of changes when the answers were made. */
  #version: number | undefined;
  #isInTurn = false;
  #hasLooked = false;

  /** @param changes those of the store; one that does not notice them keeps nothing
   * @param bytes maximum memory, in bytes; 0 keeps nothing */
  constructor(changes: Changes | undefined, bytes: number) {
    this.#changes = changes;
    if (bytes === 0 || !changes) return;
    this.#answers = new LRUCache({
      maxSize: bytes,
      maxEntrySize: Math.min(bytes, Math.max(bytes * LARGEST_SHARE, SMALL)),
      sizeCalculation: ({ answer }, key) => answer.size + key.length + OVERHEAD,
    });
  }

  /** The memory that the answers take, in bytes. */
  get size(): number {
    return this.#answers?.calculatedSize ?? 0;
  }

  /** Does work that waits for nothing as one turn of the event loop: it looks for changes once. Other work looks each time. */
  inTurn(work: () => void): void {
    this.#isInTurn = true;
    this.#hasLooked = false;
    try {
      work();
    } finally {
      this.#isInTurn = false;
    }
  }

  /**
   * Returns the number of changes so far, by which an answer that is made from now on can be kept; undefined while none can.
   * Take it before anything is read.
   */
  version(): number | undefined {
    if (!this.#answers || !this.#changes) return undefined;
    if (!this.#isInTurn || !this.#hasLooked) {
      this.#changes.look();
      this.#hasLooked = true;
    }
    const { count } = this.#changes;
    if (count !== this.#version) {
      this.#answers.clear();
      this.#version = count;
    }
    return count;
  }

  /** Finds an answer that is as good as one that would be made now. Call `version` before it, in the same turn. */
  find(key: string, version: number): Finished | undefined {
    const found = this.#answers?.get(key);
    const isTrue = found?.version === version;
    this.stats[isTrue ? 'hits' : 'misses'] += 1;
    return isTrue ? found.answer : undefined;
  }

  /**
   * Makes an answer and keeps it. Whoever asks for it meanwhile gets the same one, unless something has changed since it was begun.
   *
   * @param version the version when the request came
   */
  async make(key: string, version: number, write: () => Promise<Finished>): Promise<Finished> {
    const begun = this.#begun.get(key);
    if (begun?.version === version) return begun.answer;
    const own = { version, answer: write() };
    this.#begun.set(key, own);
    try {
      const answer = await own.answer;
      this.keep(key, version, answer);
      return answer;
    } finally {
      if (this.#begun.get(key) === own) this.#begun.delete(key);
    }
  }

  /** Keeps an answer by the version when it was begun: one that has become old meanwhile is never found. */
  keep(key: string, version: number, answer: Finished): void {
    this.#answers?.set(key, { version, answer });
  }

  /** Drops all answers. */
  clear(): void {
    this.#answers?.clear();
  }
}

/** An answer that was kept, to be asked for again by its ETag. */
export interface KeptAnswer {
  etag: string;
  /** The value of Content-Type. */
  type: string;
  text: string;
}

/** Keeps answers. It may lose any of them at any time. */
export interface AnswerStore {
  /** Returns the answer that was kept under a key. */
  find(key: string): KeptAnswer | undefined | Promise<KeptAnswer | undefined>;
  /** Keeps an answer in the place of an earlier one. The key contains the token. */
  keep(key: string, answer: KeptAnswer): void | Promise<void>;
}

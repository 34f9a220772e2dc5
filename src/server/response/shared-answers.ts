/** How many answers are kept; the caller chooses the Host that their links are made of. */
const CAPACITY = 100;

/** Answers that are the same for everybody, each written once for the second in which it is true. */
export class SharedAnswers {
  readonly #texts = new Map<string, string>();
  #second = Number.NaN;

  /**
   * @param key all that the answer depends on, but for the moment
   * @param now Unix milliseconds
   */
  async of(key: string, now: number, write: () => Promise<string>): Promise<string> {
    const second = Math.floor(now / 1000);
    if (second !== this.#second || this.#texts.size >= CAPACITY) this.#texts.clear();
    this.#second = second;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = await write();
    if (second === this.#second) this.#texts.set(key, text);
    return text;
  }
}

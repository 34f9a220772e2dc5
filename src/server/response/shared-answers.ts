/** The maximum number of answers: clients choose the Host, which their links begin with. */
const CAPACITY = 100;

/** A cache of answers that are the same for all clients, for the second in which they are true. */
export class SharedAnswers {
  readonly #texts = new Map<string, string>();
  #second = Number.NaN;

  /**
   * @param key everything that the answer depends on, except the time
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

/** The maximum number of answers: clients choose the Host, which their links begin with. */
const CAPACITY = 100;

/** A cache of answers that are the same for all clients, for the second in which they are true. */
export class SharedAnswers<Answer> {
  readonly #answers = new Map<string, Answer>();
  #second = Number.NaN;

  /**
   * @param key everything that the answer depends on, except the time
   * @param now Unix milliseconds
   */
  async of(key: string, now: number, write: () => Promise<Answer>): Promise<Answer> {
    const second = Math.floor(now / 1000);
    if (second !== this.#second || this.#answers.size >= CAPACITY) this.#answers.clear();
    this.#second = second;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = await write();
    if (second === this.#second) this.#answers.set(key, answer);
    return answer;
  }
}

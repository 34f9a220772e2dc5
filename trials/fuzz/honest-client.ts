import { setTimeout } from 'node:timers/promises';
import { HttpClient } from '../harness.js';

/** Time between two calls, in milliseconds. */
const EVERY = 20;

/** Somebody who asks for the time beside all others, one call after the other. */
export class HonestClient {
  /** Time of its longest call, in milliseconds. */
  longest = 0;
  #isOver = false;
  readonly #client: HttpClient;
  readonly #calls: Promise<void>;

  /** @param answered is called after each call, with its time in milliseconds */
  constructor(url: string, answered: (took: number) => void) {
    this.#client = new HttpClient(`${url}/ws/v2.0`, 1);
    this.#calls = this.#call(answered);
  }

  /** Makes no further call. */
  async stop(): Promise<void> {
    this.#isOver = true;
    // Ends a call, too, that gets no answer.
    this.#client.close();
    await this.#calls;
  }

  async #call(answered: (took: number) => void): Promise<void> {
    while (!this.#isOver) {
      const begun = performance.now();
      // A service that has ended is reported elsewhere.
      await this.#client.send({ method: 'GET', path: '/api/time' }).catch(() => {});
      const took = performance.now() - begun;
      this.longest = Math.max(this.longest, took);
      answered(took);
      await setTimeout(EVERY);
    }
  }
}

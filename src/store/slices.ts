import { setTimeout } from 'node:timers/promises';
import { Failure } from '../domain/failure.js';
import { retry } from '../retry.js';

/**
 * The milliseconds that a slice may take, if nothing else is said. On a busy machine a slice may take several times as long.
 */
const TARGET = 12;

/** The size of the first slice, and of the largest. */
const FIRST = 200;
const MOST = 20_000;

/** The longest pause between two slices, in milliseconds. */
const LONGEST_PAUSE = 100;

/** The number of times that a slice is repeated while others write, and the milliseconds between two. */
const RETRIES = 200;
const BETWEEN = 25;

/** A clock, and a way to let time pass. */
export interface Pace {
  /** Returns the time in milliseconds, from any start. */
  clock(): number;
  pause(milliseconds: number): Promise<unknown>;
}

/** The clock of the process. */
export const realPace: Pace = { clock: () => performance.now(), pause: (milliseconds) => setTimeout(milliseconds) };

/**
 * Does long work on the database in slices so short that other writers do not notice. The size of a slice follows from the time
 * that the last one took, and others have as much time between two.
 */
export class Slices {
  readonly #pace: Pace;
  readonly #target: number;
  #size = FIRST;

  /** @param target milliseconds for a slice */
  constructor(target: number = TARGET, pace: Pace = realPace) {
    this.#target = target;
    this.#pace = pace;
  }

  /**
   * Repeats a step until it does less than it may.
   *
   * @param step does up to this much of the work, and returns how much it did
   * @throws the reason of the signal when it aborts; what was done stays
   */
  async repeat(step: (most: number) => Promise<number>, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const size = this.#size;
      const begun = this.#pace.clock();
      const done = await this.#attempt(() => step(size), signal);
      const taken = Math.max(this.#pace.clock() - begun, 1);
      await this.#pace.pause(Math.min(taken, LONGEST_PAUSE));
      if (done < size) return;
      this.#size = Math.round(Math.min(Math.max((size * this.#target) / taken, size / 2, 1), size * 2, MOST));
    }
  }

  /** Does a step as soon as nobody else writes. */
  #attempt(step: () => Promise<number>, signal?: AbortSignal): Promise<number> {
    const waitAfter = (error: unknown, failed: number) =>
      error instanceof Failure && error.code === 'unavailable' && failed < RETRIES ? BETWEEN : undefined;
    return retry(step, waitAfter, async (wait) => {
      await this.#pace.pause(wait);
      signal?.throwIfAborted();
    });
  }
}

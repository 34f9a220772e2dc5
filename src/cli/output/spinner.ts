import type { Context } from '../context.js';
import { CLEAR_LINE } from './progress.js';
import { sanitize } from './sanitize.js';

const FRAMES = ['|', '/', '-', '\\'];

/** Milliseconds between two frames. */
const INTERVAL = 100;

/** A spinner on standard error during a wait; a plain line where that is no terminal, or a dumb one. It disappears at the end. */
export class Spinner {
  readonly #context: Context;
  readonly #label: string;
  readonly #turns: boolean;
  #frame = 0;

  constructor(context: Context, label: string) {
    const { stderr, env } = context.io;
    this.#context = context;
    this.#label = label;
    this.#turns = stderr.isTTY === true && env.TERM !== 'dumb';
    if (!this.#turns) context.info(`${label}…`);
  }

  /**
   * Waits any number of milliseconds.
   *
   * @param signal aborts the wait; its reason is thrown
   */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    const { io } = this.#context;
    if (!this.#turns) return io.sleep(milliseconds, signal);
    for (let left = milliseconds; left > 0; left -= INTERVAL) {
      this.#render();
      await io.sleep(Math.min(INTERVAL, left), signal);
    }
  }

  #render(): void {
    const { stderr } = this.#context.io;
    const frame = FRAMES[this.#frame++ % FRAMES.length];
    stderr.write(CLEAR_LINE + sanitize(`${frame} ${this.#label}…`).slice(0, (stderr.columns || 80) - 1));
  }

  /** Removes the spinner. */
  end(): void {
    if (this.#turns) this.#context.io.stderr.write(CLEAR_LINE);
  }
}

import type { Context } from '../context.js';
import { sanitize } from './sanitize.js';

/** Work that is shorter than this needs no bar, in milliseconds. */
const SHOW_AFTER = 1000;

/** How often the line is drawn anew, in milliseconds. */
const INTERVAL = 100;

const WIDTH = 24;
const CLEAR_LINE = '\r\u001b[2K';

/**
 * A line on standard error that tells how far long work has come: only on a terminal, only once the work has taken a
 * second, and gone when the work is done.
 */
export class Progress {
  readonly #context: Context;
  readonly #label: string;
  readonly #startedAt: number;
  #renderedAt = Number.NEGATIVE_INFINITY;

  constructor(context: Context, label: string) {
    this.#context = context;
    this.#label = label;
    this.#startedAt = context.io.now();
  }

  /**
   * @param fraction how much of the work is done, 0 to 1; left out where nobody knows
   * @param note what is said beside the bar, such as a count
   */
  update(fraction: number | undefined, note: string): void {
    const { stderr } = this.#context.io;
    const now = this.#context.io.now();
    if (stderr.isTTY !== true || now - this.#startedAt < SHOW_AFTER || now - this.#renderedAt < INTERVAL) return;
    this.#renderedAt = now;
    const text = [this.#label, fraction === undefined ? '' : bar(fraction), note].filter(Boolean).join(' ');
    stderr.write(CLEAR_LINE + sanitize(text).slice(0, (stderr.columns ?? 80) - 1));
  }

  /** Takes the line away. */
  end(): void {
    if (this.#renderedAt !== Number.NEGATIVE_INFINITY) this.#context.io.stderr.write(CLEAR_LINE);
  }
}

function bar(fraction: number): string {
  const part = Math.min(Math.max(fraction, 0), 1);
  const filled = Math.round(part * WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(Math.floor(part * 100)).padStart(3)} %`;
}

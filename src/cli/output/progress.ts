import type { Context } from '../context.js';
import { sanitize } from './sanitize.js';

/** Milliseconds before the bar appears: shorter work needs none. */
const SHOW_AFTER = 1000;

/** Milliseconds between two updates. */
const INTERVAL = 100;

const WIDTH = 24;
/** Returns to the start of a line of the terminal, and clears it. */
const CLEAR_LINE = '\r\u001b[2K';

/**
 * A progress bar on standard error: on a terminal that is not dumb, once the work has taken a second. It disappears at the end.
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
   * @param fraction the finished part of the work, 0 to 1; undefined when unknown
   * @param note the text beside the bar, such as a count
   */
  update(fraction: number | undefined, note: string): void {
    const { stderr, env } = this.#context.io;
    const now = this.#context.io.now();
    // A dumb terminal cannot remove the line.
    if (stderr.isTTY !== true || env.TERM === 'dumb') return;
    if (now - this.#startedAt < SHOW_AFTER || now - this.#renderedAt < INTERVAL) return;
    this.#renderedAt = now;
    const text = [this.#label, fraction === undefined ? '' : bar(fraction), note].filter(Boolean).join(' ');
    stderr.write(CLEAR_LINE + sanitize(text).slice(0, (stderr.columns ?? 80) - 1));
  }

  /** Removes the bar. */
  end(): void {
    if (this.#renderedAt !== Number.NEGATIVE_INFINITY) this.#context.io.stderr.write(CLEAR_LINE);
  }
}

function bar(fraction: number): string {
  const part = Math.min(Math.max(fraction, 0), 1);
  const filled = Math.round(part * WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(Math.floor(part * 100)).padStart(3)} %`;
}

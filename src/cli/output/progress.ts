import type { Context } from '../context.js';
import { sanitize } from './sanitize.js';

/** Milliseconds; shorter work needs no bar. */
const SHOW_AFTER = 1000;

/** Milliseconds between two updates. */
const INTERVAL = 100;

const WIDTH = 24;

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

  /** `fraction` is 0 to 1; undefined when unknown. */
  update(fraction: number | undefined, note: string): void {
    const { stderr, env } = this.#context.io;
    const now = this.#context.io.now();
    // A dumb terminal cannot remove the line.
    if (stderr.isTTY !== true || env.TERM === 'dumb') return;
    if (now - this.#startedAt < SHOW_AFTER || now - this.#renderedAt < INTERVAL) return;
    this.#renderedAt = now;
    const text = [this.#label, fraction === undefined ? '' : bar(fraction), note].filter(Boolean).join(' ');
    this.#context.showBar(sanitize(text).slice(0, (stderr.columns || 80) - 1));
  }

  end(): void {
    this.#context.showBar();
  }
}

function bar(fraction: number): string {
  const part = Math.min(Math.max(fraction, 0), 1);
  const filled = Math.round(part * WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(Math.floor(part * 100)).padStart(3)} %`;
}

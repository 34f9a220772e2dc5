import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './bench.js';
import type { Machine } from './machine.js';
import type { Outcome } from './outcome.js';

/** A whole run of the bench. */
export interface Run {
  /** The day, as in 2025-01-31. */
  date: string;
  machine: Machine;
  bench: Pick<Bench, 'rounds' | 'roundSeconds' | 'warmUpSeconds' | 'connections'> & { tool: string };
  outcomes: Outcome[];
}

/** The committed run, from which docs/performance.md is made. */
export const RECORDED = 'bench/results/run.json';

/**
 * Reads the committed run.
 *
 * @param root the folder of the checkout
 */
export function recordedRun(root: string): Run {
  return JSON.parse(readFileSync(join(root, RECORDED), 'utf8')) as Run;
}

/** Returns a run as JSON, with the numbers of a series on one line. */
export function runText(run: Run): string {
  const text = JSON.stringify(run, undefined, 2);
  return `${text.replaceAll(/\[[\d\s.,e+-]+\]/g, (numbers) => numbers.replaceAll(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'))}\n`;
}

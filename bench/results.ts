import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.js';

/** The results of a row: what a person reads, with its numbers unrounded. */
export interface Table {
  /** The name of the row, for `--only`. */
  name: string;
  title: string;
  head: string[];
  lines: (string | number)[][];
  /** What the reader has to know of it, in whole sentences. */
  note: string;
}

/** The name of the version that is measured beside this one. */
export const OTHER_BUILD = 'the other version';

/** A whole run of the bench. */
export interface Run {
  /** The day, as in 2025-01-31. */
  date: string;
  commit: string;
  machine: Machine;
  rounds: number;
  roundSeconds: number;
  /** The processors that other programs took while it ran. */
  others: number;
  tables: Table[];
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

/** Returns a run as JSON, with a line of a table on one line. */
export function runText(run: Run): string {
  const text = JSON.stringify(run, undefined, 2);
  return `${text.replaceAll(/\[[^[\]{}]*\]/g, (list) => list.replaceAll(/\n\s*/g, ' ').replace('[ ', '[').replace(' ]', ']'))}\n`;
}

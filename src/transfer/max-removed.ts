import type { Comparison } from '../store/stage/stage-types.js';

/** The most rows of a kind that files may remove by not naming them: a part of those that are there, or a number. */
export type MaxRemoved = { part: number } | { rows: number };

/** A truncated file must not empty a galaxy. */
export const DEFAULT_MAX_REMOVED: MaxRemoved = { part: 0.1 };

/** Files that would remove too much, so that nothing was changed. */
export class TooManyRemoved extends Error {
  constructor(excesses: string[]) {
    super(`the files would remove ${excesses.join(', and ')}, so nothing was changed`);
    this.name = 'TooManyRemoved';
  }
}

/**
 * Refuses files that would remove more of a kind than they may.
 *
 * @throws {TooManyRemoved} with the numbers
 */
export function refuseExcess(comparison: Comparison, most: MaxRemoved): void {
  const excesses: string[] = [];
  for (const [kind, { unnamed, stored }] of comparison) {
    const isTooMany = 'part' in most ? unnamed > stored * most.part : unnamed > most.rows;
    if (isTooMany) excesses.push(`${unnamed.toLocaleString('en')} of ${stored.toLocaleString('en')} ${kind} records`);
  }
  if (excesses.length > 0) throw new TooManyRemoved(excesses);
}

/** Reads such a limit: `30%`, or a number of rows. */
export function parseMaxRemoved(text: string): MaxRemoved | undefined {
  const [, digits, percent] = /^(\d{1,9}(?:\.\d{1,9})?)(%?)$/.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const value = Number(digits);
  if (percent === '%') return value <= 100 ? { part: value / 100 } : undefined;
  return Number.isInteger(value) ? { rows: value } : undefined;
}

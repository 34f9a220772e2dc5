import { refusals } from '../domain/refusals.js';
import type { Comparison } from '../store/import/compare.js';

/** The share of a kind that files may remove by not naming it, unless the host allows another: a truncated file must not empty a galaxy. */
const DEFAULT_SHARE = 0.1;

/** The rows that any share allows: in a small galaxy one would be too much. */
const LEAST = 3;

/** Files that would remove too much, so that nothing was changed. */
export class TooManyRemoved extends Error {
  constructor(excesses: string[]) {
    super(refusals.tooManyRemoved(excesses.join(', and ')));
    this.name = 'TooManyRemoved';
  }
}

/**
 * Refuses files that would remove more than a share of a kind by not naming it.
 *
 * @throws {TooManyRemoved} with the numbers
 */
export function refuseExcess(comparison: Comparison, share: number = DEFAULT_SHARE): void {
  const excesses: string[] = [];
  for (const [kind, { unnamed, stored }] of comparison) {
    const allowed = share === 0 ? 0 : Math.max(Math.floor(stored * share), LEAST);
    if (unnamed <= allowed) continue;
    const [some, all, few] = [unnamed, stored, allowed].map((count) => count.toLocaleString('en'));
    excesses.push(`${some} of ${all} ${kind} records, where ${few} may go`);
  }
  if (excesses.length > 0) throw new TooManyRemoved(excesses);
}

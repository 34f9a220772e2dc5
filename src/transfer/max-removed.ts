import { refusals } from '../domain/refusals.js';
import { syncedKinds } from '../store/stage/removals.js';
import type { Comparison } from '../store/stage/stage-types.js';

type SyncedKind = (typeof syncedKinds)[number];

/** The most rows of a kind that files may remove by not naming them: a part of those that are there, or a number. */
export type Limit = { part: number } | { rows: number };

/** One limit for all kinds, or some with one of their own. */
export type MaxRemoved = Limit | Partial<Record<SyncedKind, Limit>>;

/** A truncated file must not empty a galaxy, and players are what it would hurt most. */
const DEFAULT: Limit = { part: 0.1 };
const DEFAULTS: Partial<Record<string, Limit>> = { character: { part: 0.02 } };

/** The rows that a part always allows: in a small galaxy one would be too much. */
const LEAST = 3;

/** The most days that a part is multiplied by. */
const MOST_DAYS = 7;

const DAY = 86_400;

/** Files that would remove too much, so that nothing was changed. */
export class TooManyRemoved extends Error {
  constructor(excesses: string[]) {
    super(refusals.tooManyRemoved(excesses.join(', and ')));
    this.name = 'TooManyRemoved';
  }
}

/**
 * Refuses files that would remove more of a kind than they may. A part is that of a day: after nights without a sync, more has
 * left.
 *
 * @param since seconds from the last sync that went through, if there was one
 * @throws {TooManyRemoved} with the numbers
 */
export function refuseExcess(comparison: Comparison, most: MaxRemoved, since = 0): void {
  const days = Math.min(Math.max(Math.round(since / DAY), 1), MOST_DAYS);
  const excesses: string[] = [];
  for (const [kind, { unnamed, stored }] of comparison) {
    const limit = limitOf(most, kind);
    const allowed = 'part' in limit ? Math.max(Math.floor(stored * Math.min(limit.part * days, 1)), LEAST) : limit.rows;
    if (unnamed <= allowed) continue;
    const [some, all, few] = [unnamed, stored, allowed].map((count) => count.toLocaleString('en'));
    excesses.push(`${some} of ${all} ${kind} records, where ${few} may go`);
  }
  if (excesses.length > 0) throw new TooManyRemoved(excesses);
}

function limitOf(most: MaxRemoved, kind: string): Limit {
  if ('part' in most || 'rows' in most) return most as Limit;
  return (most as Partial<Record<string, Limit>>)[kind] ?? DEFAULTS[kind] ?? DEFAULT;
}

/** Reads such limits: `30%` or a number of rows for all kinds, or `characters=5%,memberships=30%`. */
export function parseMaxRemoved(text: string): MaxRemoved | undefined {
  if (!text.includes('=')) return parseLimit(text);
  const limits: Partial<Record<SyncedKind, Limit>> = {};
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=').map((each) => each.trim());
    const kind = syncedKinds.find((each) => [each, `${each}s`, each.replace(/y$/, 'ies')].includes(name));
    const limit = parseLimit(value);
    if (kind === undefined || limit === undefined || kind in limits) return undefined;
    limits[kind] = limit;
  }
  return limits;
}

function parseLimit(text: string): Limit | undefined {
  const [, digits, percent] = /^(\d{1,9}(?:\.\d{1,9})?)(%?)$/.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const value = Number(digits);
  if (percent === '%' && value > 0) return value <= 100 ? { part: value / 100 } : undefined;
  return Number.isInteger(value) ? { rows: value } : undefined;
}

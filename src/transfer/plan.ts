import { refusals } from '../domain/refusals.js';
import { type RecordType, recordTypes } from '../model/index.js';
import { type Comparison, type Example, examplesOf } from '../store/import/compare.js';
import type { Stage } from '../store/import/stage.js';

const nothing = {
  read: 0,
  added: 0,
  changed: 0,
  /** Equal to the stored row but for what never changes, such as a token's hash, or removed before. */
  unchanged: 0,
  /** Replaced by a later record with the same key. */
  repeated: 0,
  refused: 0,
  /** Older than the age at which events or transactions are removed. */
  skipped: 0,
  /** Named by transactions and events, but not known. They are not among the records read. */
  unknown: 0,
  /** Stored rows that end. Those that the files do not name are not among the records read. */
  removed: 0,
  /** Added rows that were removed before under another name: they get nothing back. */
  renamed: 0,
};

/** `read` is the sum of the others, except for rows that no record names. */
export type Counts = typeof nothing;

export interface ImportResult {
  types: Record<RecordType, Counts>;
  unreadable: number;
}

export function newResult(): ImportResult {
  const types = recordTypes.map((type) => [type, { ...nothing }] as const);
  return { types: Object.fromEntries(types) as Record<RecordType, Counts>, unreadable: 0 };
}

export function enterComparison(result: ImportResult, comparison: Comparison): void {
  for (const type of recordTypes) {
    const counts = result.types[type];
    const found = comparison.get(type);
    for (const name of ['added', 'changed', 'removed', 'unchanged', 'unknown', 'renamed'] as const) {
      counts[name] = found?.[name] ?? 0;
    }
    counts.repeated = counts.read - counts.refused - counts.skipped - (found?.named ?? 0);
  }
}

export function totalOf({ types, unreadable }: ImportResult): Counts {
  const total: Counts = { ...nothing, read: unreadable, refused: unreadable };
  for (const counts of Object.values(types)) {
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name];
  }
  return total;
}

/** Returns the number of records that differ, without transactions and events. */
export function dependentRecords({ types: { transaction: _, event: __, ...types } }: ImportResult): number {
  return Object.values(types).reduce((sum, { added, changed, removed }) => sum + added + changed + removed, 0);
}

/** Lines of a source: enough for a pipe that is open for years. */
const LINES = 2 ** 36;

/** Returns one number for a line of a file; it grows in the order of reading. */
export function placeOf(source: number, line: number): number {
  return source * LINES + line;
}

export function findLine(sources: readonly { name: string }[], place: number): { source: string; line: number } {
  return { source: sources[Math.floor(place / LINES)]?.name ?? '', line: place % LINES };
}

export function describePlace(sources: readonly { name: string }[], place: number | null): string {
  if (place === null) return 'in the database';
  const { source, line } = findLine(sources, place);
  return `${source}, line ${line}`;
}

/** A truncated file must not empty a galaxy. */
const DEFAULT_SHARE = 0.1;

/** Rows that any share allows: in a small galaxy, a share is less than a row. */
const LEAST = 3;

export class TooManyRemoved extends Error {
  constructor(excesses: string[]) {
    super(refusals.tooManyRemoved(excesses.join(', and ')));
    this.name = 'TooManyRemoved';
  }
}

/** Refuses files that would remove more than a share of a kind by not naming it. @throws {TooManyRemoved} */
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

const EXAMPLES = 10;

export const differenceTypes = ['added', 'changed', 'removed'] as const;

export interface Plan {
  result: ImportResult;
  of(kind: RecordType, change: (typeof differenceTypes)[number]): Promise<Example[]>;
}

export function planOf(stage: Stage, result: ImportResult): Plan {
  return { result, of: (kind, change) => examplesOf(stage, kind, change, EXAMPLES) };
}

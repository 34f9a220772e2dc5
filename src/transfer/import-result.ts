import { type RecordType, recordTypes } from '../model/index.js';
import type { Comparison } from '../store/import/compare.js';

/** The outcome of the records of one type, counted. `read` is the sum of the others, but for rows that no record names. */
export interface Counts {
  read: number;
  added: number;
  changed: number;
  /** Equal to the stored row, or removed before. */
  unchanged: number;
  /** Other than the stored row in what never changes, such as the hash of a token: the row stays. */
  kept: number;
  /** Followed by another record with the same key, which holds instead. */
  repeated: number;
  refused: number;
  /** Older than events or transactions are kept. */
  skipped: number;
  /** Those that transactions and events name though nobody knows them; they are not among the records read. */
  unknown: number;
  /** Stored rows that end. Those that the files do not name are not among the records read. */
  removed: number;
  /** Of those added, the ones that were removed before under another name: they have nothing back. */
  renamed: number;
}

export interface ImportResult {
  types: Record<RecordType, Counts>;
  /** Lines that are no record of any type; they count as refused. */
  unreadable: number;
}

const nothing: Counts = {
  ...{ read: 0, added: 0, changed: 0, unchanged: 0, kept: 0, repeated: 0 },
  ...{ refused: 0, skipped: 0, unknown: 0, removed: 0, renamed: 0 },
};

/** Creates a result in which every count is 0. */
export function newResult(): ImportResult {
  const types = recordTypes.map((type) => [type, { ...nothing }] as const);
  return { types: Object.fromEntries(types) as Record<RecordType, Counts>, unreadable: 0 };
}

/** Enters the outcome of a comparison. */
export function enterComparison(result: ImportResult, comparison: Comparison): void {
  for (const type of recordTypes) {
    const counts = result.types[type];
    const found = comparison.get(type);
    for (const name of ['added', 'changed', 'removed', 'unchanged', 'kept', 'unknown', 'renamed'] as const) {
      counts[name] = found?.[name] ?? 0;
    }
    counts.repeated = counts.read - counts.refused - counts.skipped - (found?.named ?? 0);
  }
}

/** Sums up the counts of all types, and the lines without a type. */
export function totalOf({ types, unreadable }: ImportResult): Counts {
  const total: Counts = { ...nothing, read: unreadable, refused: unreadable };
  for (const counts of Object.values(types)) {
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name];
  }
  return total;
}

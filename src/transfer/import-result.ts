import { type RecordType, recordTypes } from './records.js';

/** The outcome of the records of one type, counted. `read` is the sum of the others. */
export interface Counts {
  read: number;
  /** New, or different from the stored row. */
  written: number;
  /** There before, and removed now. */
  removed: number;
  /** Equal to the stored row, or removed before. */
  unchanged: number;
  refused: number;
}

export interface ImportResult {
  types: Record<RecordType, Counts>;
  /** Lines that are no record of any type; they count as refused. */
  unreadable: number;
}

/** Creates a result in which every count is 0. */
export function newResult(): ImportResult {
  const types = recordTypes.map(
    (type) => [type, { read: 0, written: 0, removed: 0, unchanged: 0, refused: 0 }] as const,
  );
  return { types: Object.fromEntries(types) as Record<RecordType, Counts>, unreadable: 0 };
}

/** Sums up the counts of all types, and the lines without a type. */
export function totalOf({ types, unreadable }: ImportResult): Counts {
  const total: Counts = { read: unreadable, written: 0, removed: 0, unchanged: 0, refused: unreadable };
  for (const type of recordTypes) {
    total.read += types[type].read;
    total.written += types[type].written;
    total.removed += types[type].removed;
    total.unchanged += types[type].unchanged;
    total.refused += types[type].refused;
  }
  return total;
}

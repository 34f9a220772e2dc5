import { type RecordType, recordTypes } from './records.js';

/** What became of the records of one type. `read` is the sum of the others. */
export interface Counts {
  read: number;
  /** New, or different from what was there. */
  written: number;
  /** Already there, just so. */
  unchanged: number;
  refused: number;
}

export interface ImportResult {
  types: Record<RecordType, Counts>;
  /** Lines that are no record of any type; they count as refused. */
  unreadable: number;
}

/** A result without anything in it. */
export function newResult(): ImportResult {
  const types = recordTypes.map((type) => [type, { read: 0, written: 0, unchanged: 0, refused: 0 }] as const);
  return { types: Object.fromEntries(types) as Record<RecordType, Counts>, unreadable: 0 };
}

/** The sums over all types, with the lines that are of none. */
export function totalOf({ types, unreadable }: ImportResult): Counts {
  const total: Counts = { read: unreadable, written: 0, unchanged: 0, refused: unreadable };
  for (const type of recordTypes) {
    total.read += types[type].read;
    total.written += types[type].written;
    total.unchanged += types[type].unchanged;
    total.refused += types[type].refused;
  }
  return total;
}

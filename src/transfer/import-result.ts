import { type RecordKind, recordKinds } from './records.js';

/** What became of the records of one kind. `read` is the sum of the others. */
export interface Counts {
  read: number;
  /** New, or different from what was there. */
  written: number;
  /** Already there, just so. */
  unchanged: number;
  refused: number;
}

export interface ImportResult {
  kinds: Record<RecordKind, Counts>;
  /** Lines that are no record of any kind; they count as refused. */
  unreadable: number;
}

/** A result without anything in it. */
export function newResult(): ImportResult {
  const kinds = recordKinds.map((kind) => [kind, { read: 0, written: 0, unchanged: 0, refused: 0 }] as const);
  return { kinds: Object.fromEntries(kinds) as Record<RecordKind, Counts>, unreadable: 0 };
}

/** The sums over all kinds, and what is of none. */
export function totalOf({ kinds, unreadable }: ImportResult): Counts {
  const total: Counts = { read: unreadable, written: 0, unchanged: 0, refused: unreadable };
  for (const kind of recordKinds) {
    total.read += kinds[kind].read;
    total.written += kinds[kind].written;
    total.unchanged += kinds[kind].unchanged;
    total.refused += kinds[kind].refused;
  }
  return total;
}

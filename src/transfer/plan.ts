import { refusals } from '../domain/refusals.js';
import { type RecordType, recordTypes } from '../model/index.js';
import type { Comparison } from '../store/import/compare.js';
import type { Example, Import } from '../store/import/run-import.js';
import { fieldsOf } from './records.js';

const nothing = {
  read: 0,
  added: 0,
  changed: 0,
  /** Equal to the stored row, or removed before. */
  unchanged: 0,
  /** Other than the stored row in what never changes, such as the hash of a token: the row stays. */
  kept: 0,
  /** Followed by another record with the same key, which holds instead. */
  repeated: 0,
  refused: 0,
  /** Older than events or transactions are kept. */
  skipped: 0,
  /** Those that transactions and events name though nobody knows them; they are not among the records read. */
  unknown: 0,
  /** Stored rows that end. Those that the files do not name are not among the records read. */
  removed: 0,
  /** Of those added, the ones that were removed before under another name: they have nothing back. */
  renamed: 0,
};

/** The outcome of the records of one type, counted. `read` is the sum of the others, but for rows that no record names. */
export type Counts = typeof nothing;

export interface ImportResult {
  types: Record<RecordType, Counts>;
  /** Lines that are no record of any type; they count as refused. */
  unreadable: number;
}

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

/** The numbers that are left for the lines of a file, or of a pipe that is open for years. */
const LINES = 2 ** 36;

/** Returns the place of a line of a file as one number: places grow in the order of reading. */
export function placeOf(source: number, line: number): number {
  return source * LINES + line;
}

/** Returns the file and the line of a place. */
export function findLine(sources: readonly { name: string }[], place: number): { source: string; line: number } {
  return { source: sources[Math.floor(place / LINES)]?.name ?? '', line: place % LINES };
}

/** Describes the place of a record; null stands for a row that no file has. */
export function describePlace(sources: readonly { name: string }[], place: number | null): string {
  if (place === null) return 'in the database';
  const { source, line } = findLine(sources, place);
  return `${source}, line ${line}`;
}

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

/** The number of examples of each kind of change. */
const EXAMPLES = 10;

/** The types of differences, in the order in which a plan has them. */
export const differenceTypes = ['added', 'changed', 'removed'] as const;

/** The change of one row that files would make. */
export interface PlannedChange extends Pick<Example, 'row' | 'at'> {
  /** The fields that change, with their values as they stand in a galaxy file. */
  fields: { field: string; old: unknown; new: unknown }[];
}

/** The changes that files would make. */
export interface Plan {
  result: ImportResult;
  /** Returns some of the changes of a kind, in the order of the files. */
  of(kind: RecordType, change: (typeof differenceTypes)[number]): Promise<PlannedChange[]>;
}

/** Returns the plan of files that were compared. */
export function planOf(files: Import, result: ImportResult): Plan {
  return {
    result,
    async of(kind, change) {
      const examples = await files.examples(kind, change, EXAMPLES);
      return examples.map(({ row, at, before, after }) => {
        const [old, next] = [before, after].map((values) => fieldsOf(kind, values, Object.keys(after)));
        return {
          ...{ row, at },
          fields: Object.entries(next ?? {}).map(([field, value]) => ({ field, old: old?.[field], new: value })),
        };
      });
    },
  };
}

import type { RecordType, StagedType } from '../../model/index.js';
import type { Removal } from '../../model/removal-format.js';
import type { SessionOptions } from './session.js';

/** Returns the place of a record for messages, from its number; null for a row that only the database has. */
export type PlaceOf = (at: number | null) => string;

/** The options of a stage. */
export interface StageOptions extends SessionOptions {
  place: PlaceOf;
  /** Unix seconds: the time of removals that have none. */
  now: number;
}

/** A row with the place of its record in the files: later ones have higher numbers. */
export interface Placed<Row extends object = object> {
  at: number;
  row: Row;
}

/** The records of a kind, compared with the stored rows. */
export interface KindCounts {
  /** Not stored, or removed before. */
  added: number;
  changed: number;
  /** Stored rows that end. */
  removed: number;
  /** Removals without an effect included. */
  unchanged: number;
  /** Other than the stored rows in columns that never change, and in no others. */
  kept: number;
  /** Records, of which those that a later one replaces count for nothing. */
  named: number;
  /** Of those removed, the ones that the files do not name. */
  unnamed: number;
  /** Those that transactions and events name, and nobody else knows. */
  unknown: number;
  /** The stored rows of a kind whose unnamed rows are removed; 0 of the others. */
  stored: number;
}

/** The counts of a comparison by kind; kinds without records are left out. */
export type Comparison = ReadonlyMap<RecordType, KindCounts>;

/** A record that cannot stand beside the others. */
export interface Refusal {
  at: number;
  kind: RecordType;
  /** Names both sides, and the place of the other one. Safe to print on a terminal. */
  reason: string;
}

export type DifferenceType = 'added' | 'changed' | 'removed';

export interface CompareOptions {
  /** Remove what is stored of a kind that the files have records of, and that they do not name. */
  sync?: boolean;
  /** Refuse transactions and events that name what nobody knows. */
  strict?: boolean;
}

/** A record that is not like the stored row. */
export interface Difference {
  kind: RecordType;
  /** The row as messages name it. */
  row: string;
  /** Its place in the files; null for what they do not name. */
  at: number | null;
  /** The columns that change, of a row that is there. */
  columns: string[];
  /** Its columns as they are, and as they become. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export interface WriteOptions {
  /** Write all rows in one transaction, which keeps other writers waiting: for few rows. */
  isWhole?: boolean;
  /** Called when somebody has changed what was compared, with what a new comparison has found; it throws to write nothing. */
  onCompared?: ((comparison: Comparison) => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the number of rows that were written by now. */
  onProgress?: ((rows: number) => void) | undefined;
  /** Called with the number of rows that stay from now on, whatever happens; all at once on a database with one transaction. */
  onKept?: ((rows: number) => void) | undefined;
}

/**
 * Files beside the galaxy: they are read and compared while the service works, and only what differs is written. Nothing of the
 * galaxy changes before `write`.
 */
export interface Stage {
  /** Adds rows of one type; of rows with one key the last one holds. A call must not name a key twice. */
  add(type: StagedType, rows: readonly Placed[]): Promise<void>;
  /** Adds removals of rows of one type; one that is followed by a row with its key is void. */
  remove(type: StagedType, removals: readonly Placed<Removal>[]): Promise<void>;
  /** Compares the rows with the galaxy, and refuses those that cannot stand beside the others when all of them are written. */
  compare(options?: CompareOptions): Promise<Comparison>;
  /** Yields what a comparison has refused and was not yielded before, in the order of the files. */
  refusals(): AsyncGenerator<Refusal>;
  /** Yields the differences of a kind that `compare` has found, in the order of the files. */
  differences(kind: RecordType, type: DifferenceType, most?: number): AsyncGenerator<Difference>;
  /**
   * Writes what differs: all that depends on each other in one transaction, then the histories. What another process has
   * changed since the comparison is compared again.
   */
  write(options?: WriteOptions): Promise<void>;
}

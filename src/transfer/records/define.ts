import type { z } from 'zod';
import type { LoadKind, LoadRow } from '../../store/load/rows.js';

/** One kind of record: its fields beside `kind`, the row that it becomes, and how a row becomes a record again. */
export interface RecordDefinition<K extends LoadKind, S extends z.ZodObject> {
  /** The kind of row that it becomes. */
  into: K;
  schema: S;
  /** What names it among its kind. */
  key(row: LoadRow[K]): string;
  /** @param now Unix seconds: when something was made whose record does not say */
  toRow(record: z.output<S>, now: number): LoadRow[K];
  toRecord(row: LoadRow[K]): z.input<S>;
}

/** Holds the parts of a definition to the types that its schema implies. */
export function defineRecord<K extends LoadKind, S extends z.ZodObject>(definition: RecordDefinition<K, S>) {
  return definition;
}

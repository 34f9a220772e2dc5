import { type RecordType, recordModels, recordTypes } from '../model/index.js';
import type { Difference, DifferenceType, Stage } from '../store/stage/stage-types.js';
import { type ImportResult, totalOf } from './import-result.js';
import { fieldsOf } from './records.js';

/** A field of a record that changes, with its values as they stand in a galaxy file. */
export interface FieldChange {
  field: string;
  old: unknown;
  new: unknown;
}

/** The change of one row that files would make. */
export interface PlannedChange extends Pick<Difference, 'kind' | 'row' | 'at'> {
  change: DifferenceType;
  /** The fields that identify it, and its name if it has one. */
  identity: Record<string, unknown>;
  fields: FieldChange[];
}

/** The changes that files would make. */
export interface Plan {
  result: ImportResult;
  /** False when nothing would change. */
  changes: boolean;
  /** Yields the changes of a kind, in the order of the files. */
  of(kind: RecordType, change: DifferenceType, most?: number): AsyncGenerator<PlannedChange>;
}

/** The types of differences, in the order in which a plan has them. */
export const differenceTypes = ['added', 'changed', 'removed'] as const satisfies DifferenceType[];

/** Returns the plan of a stage that was compared. */
export function planOf(stage: Stage, result: ImportResult): Plan {
  const { added, changed, removed } = totalOf(result);
  return {
    result,
    changes: added + changed + removed > 0,
    async *of(kind, change, most) {
      for await (const { row, at, columns, before, after } of stage.differences(kind, change, most)) {
        const old = fieldsOf(kind, before, columns);
        const next = fieldsOf(kind, after, columns);
        const fields = Object.keys(next).map((field) => ({ field, old: old[field], new: next[field] }));
        const identity = fieldsOf(kind, after, [...recordModels[kind].key, 'name']);
        yield { kind, change, row, at, identity, fields };
      }
    },
  };
}

/** The kinds of records in the order of a plan. */
export const plannedKinds: readonly RecordType[] = recordTypes;

import type { RecordType } from '../model/index.js';
import type { Example } from '../store/import/examples.js';
import type { Import } from '../store/import/run-import.js';
import { type ImportResult, totalOf } from './import-result.js';
import { fieldsOf } from './records.js';

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
  /** False when nothing would change. */
  changes: boolean;
  /** Returns some of the changes of a kind, in the order of the files. */
  of(kind: RecordType, change: (typeof differenceTypes)[number]): Promise<PlannedChange[]>;
}

/** Returns the plan of files that were compared. */
export function planOf(files: Import, result: ImportResult): Plan {
  const { added, changed, removed } = totalOf(result);
  return {
    result,
    changes: added + changed + removed > 0,
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

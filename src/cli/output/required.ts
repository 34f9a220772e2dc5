import { WrongAnswer } from '../../client/errors.js';
import type { Column } from './column.js';

/**
 * Returns columns of which every answer must have a value: a missing or invalid one is an error that names it, not an empty
 * cell, also when the column itself is not printed. Additional fields of an answer do not matter.
 *
 * The columns throw a `WrongAnswer`.
 */
export function required<Row extends object>(columns: readonly Column<Row>[]): Column<Row>[] {
  const sound = new WeakSet<Row>();
  function checked(row: Row): Row {
    if (sound.has(row)) return row;
    const missing = columns.find(({ value }) => value(row) === null);
    if (missing) throw new WrongAnswer(`has no valid “${missing.name}”`);
    sound.add(row);
    return row;
  }
  return columns.map((column) => {
    const { value, shown, forms } = column;
    return {
      ...column,
      value: (row) => value(checked(row)),
      ...(shown && { shown: (row: Row) => shown(checked(row)) }),
      ...(forms && { forms: forms.map((form) => (row: Row) => form(checked(row))) }),
    };
  });
}

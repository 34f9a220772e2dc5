import type { Column } from './column.js';

/** Returns a column of a quantity, whose thousands are separated on a terminal. Ids, timestamps and statuses are no quantities. */
export function quantityColumn<Row>(name: string, value: (row: Row) => number | null): Column<Row> {
  return { name, value, shown: (row) => formatQuantity(value(row)), align: 'right' };
}

/** Formats a quantity: `1,234`, or `+1,234` with a sign. */
export function formatQuantity(quantity: number | null, signDisplay: 'auto' | 'always' = 'auto'): string {
  if (!Number.isSafeInteger(quantity)) return String(quantity ?? '');
  const value = quantity ?? 0;
  // The function of Intl takes longer than the rest of the table.
  let digits = String(Math.abs(value));
  for (let at = digits.length - 3; at > 0; at -= 3) digits = `${digits.slice(0, at)},${digits.slice(at)}`;
  const plus = signDisplay === 'always' ? '+' : '';
  return `${value < 0 ? '-' : plus}${digits}`;
}

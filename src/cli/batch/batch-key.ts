import { createHash } from 'node:crypto';
import type { BatchAction, BatchRow } from './batch-row.js';

/** Derives the name of a batch from its rows: the same rows have the same name, in either format. */
export function contentName(action: BatchAction, rows: readonly BatchRow[]): string {
  const hash = createHash('sha256').update(action);
  for (const row of rows) hash.update(`\n${contentOf(row)}`);
  return hash.digest('hex').slice(0, 32);
}

/**
 * Returns a function that derives the idempotency key of each row from the name of the batch, the content of the row and the
 * number of equal rows before it. Line numbers are not used, so a row keeps its key when rows above it are added or edited.
 */
export function keyMaker(name: string, action: BatchAction): (row: BatchRow) => string {
  const seen = new Map<string, number>();
  return (row) => {
    const content = contentOf(row);
    const earlier = seen.get(content) ?? 0;
    seen.set(content, earlier + 1);
    return createHash('sha256').update([name, action, content, earlier].join('\n')).digest('base64url');
  };
}

function contentOf({ datacard, entity, uses }: BatchRow): string {
  return `${datacard} ${entity} ${uses ?? ''}`;
}

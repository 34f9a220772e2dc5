import { createHash } from 'node:crypto';
import type { BatchAction, BatchRow } from './batch-row.js';

/** The name of a batch by what is in it: the same rows are the same batch, however they are written. */
export function contentName(action: BatchAction, rows: readonly BatchRow[]): string {
  const hash = createHash('sha256').update(action);
  for (const row of rows) hash.update(`\n${contentOf(row)}`);
  return hash.digest('hex').slice(0, 32);
}

/**
 * The idempotency key of each row, made from the name of the batch, what the row says, and how many rows before it say the
 * same. Counted in this way and not by its line, a row keeps its key when others are added or mended above it.
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

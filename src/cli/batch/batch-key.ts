import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { BatchAction, BatchRow } from './batch-row.js';

/** Derives the id of a batch from the name of its file and its rows, in either format. */
export function contentId(action: BatchAction, file: string, rows: readonly BatchRow[]): string {
  const hash = createHash('sha256').update(`${action} ${basename(file)}`);
  for (const row of rows) hash.update(`\n${contentOf(row)}`);
  return hash.digest('hex').slice(0, 32);
}

/**
 * Returns a function that derives the idempotency key of each row from the id of the batch, the content of the row and the
 * number of equal rows before it. Line numbers are not used, so a row keeps its key when rows above it are added or edited.
 */
export function keyMaker(id: string, action: BatchAction): (row: BatchRow) => string {
  const seen = new Map<string, number>();
  return (row) => {
    const content = contentOf(row);
    const earlier = seen.get(content) ?? 0;
    seen.set(content, earlier + 1);
    return createHash('sha256').update([id, action, content, earlier].join('\n')).digest('base64url');
  };
}

function contentOf({ datacard, entity, uses }: BatchRow): string {
  return `${datacard} ${entity} ${uses ?? ''}`;
}

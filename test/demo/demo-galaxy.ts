import { generateDemo } from '../../src/demo/load-demo.js';
import { type Rows, type RowType, rowModels } from '../../src/model/index.js';
import { NOW } from '../transfer/galaxy.js';

export type Galaxy = { [K in RowType]: Rows[K][] };

export const options = { size: 1, seed: 1, now: NOW };

/** All rows of a demo galaxy, by type. */
export function generate(changes: Partial<typeof options> = {}): Galaxy {
  const rows = Object.fromEntries(Object.keys(rowModels).map((type) => [type, []])) as unknown as Galaxy;
  for (const batch of generateDemo({ ...options, ...changes })) rows[batch.type].push(...(batch.rows as never[]));
  return rows;
}

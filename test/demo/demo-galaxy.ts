import { createHash } from 'node:crypto';
import { generateDemo } from '../../src/demo/load-demo.js';
import type { Rows, RowType } from '../../src/model/index.js';
import { NOW } from '../transfer/galaxy.js';

export type Galaxy = { [K in RowType]: Rows[K][] };

export const options = { size: 1, seed: 1, now: NOW };

/** All rows of a demo galaxy, by type. */
export function generate(changes: Partial<typeof options> = {}): Galaxy {
  const rows: Galaxy = {
    entity: [],
    character: [],
    membership: [],
    datacard: [],
    transaction: [],
    event: [],
    account: [],
    account_character: [],
    client: [],
    grant: [],
    token: [],
    datacard_change: [],
    idempotency_key: [],
    blacklist: [],
    fact: [],
  };
  for (const batch of generateDemo({ ...options, ...changes })) rows[batch.type].push(...(batch.rows as never[]));
  return rows;
}

/** Stands for all rows of a demo galaxy and their order. */
export function digest(changes: Partial<typeof options> = {}): string {
  const hash = createHash('sha256');
  for (const batch of generateDemo({ ...options, size: 0.02, ...changes })) hash.update(JSON.stringify(batch));
  return hash.digest('hex');
}

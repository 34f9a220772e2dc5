import type { Store } from '../../src/store/store.js';
import { scrape } from './scrape.js';
import type { Server } from './server.js';
import { until } from './until.js';

/** Returns the number of changes that a store notices. */
export function noticed({ changes }: Store): number | undefined {
  changes?.look();
  return changes?.count;
}

/** Waits until a server notices the changes of others, as it does from its start on an embedded database. */
export async function isWatching({ store }: Server): Promise<void> {
  await until(() => noticed(store) !== undefined, { what: 'changes of others are noticed' });
}

/** Returns how many answers were found, and how many were made. */
export async function found(server: Server): Promise<{ hits: number; misses: number; bytes: number }> {
  const metrics = await scrape(server);
  const count = (result: string) => metrics.get(`svcapi_answer_cache_requests_total{result="${result}"}`) ?? Number.NaN;
  return { hits: count('hit'), misses: count('miss'), bytes: metrics.get('svcapi_answer_cache_bytes') ?? Number.NaN };
}

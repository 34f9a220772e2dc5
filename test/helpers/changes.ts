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

/**
 * Does something, and again where the server noticed a change or lost sight of them meanwhile, as it does for a second on a busy
 * PostgreSQL.
 *
 * @param work takes the number of the attempt, from 0
 */
export async function undisturbed<Result>(
  { store }: Server,
  work: (attempt: number) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = [];
  let attempt = 0;
  await until(
    async () => {
      const before = noticed(store);
      if (before === undefined) return false;
      const result = await work(attempt++);
      if (noticed(store) === before) results.push(result);
      return results.length > 0;
    },
    { what: 'nothing has changed meanwhile' },
  );
  return results[0] as Result;
}

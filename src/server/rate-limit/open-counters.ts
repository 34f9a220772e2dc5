import type { Logger } from 'pino';
import type { Counters } from '../../domain/rate-limit.js';
import type { Store } from '../../store/store.js';
import type { StartOptions } from '../start.js';
import type { RedisFigures } from './fallback-counters.js';
import { ProcessCounters } from './process-counters.js';

/** Where calls are counted: in Redis where there is one, else in the database where that can, else in the process. */
export async function openCounters(
  store: Store,
  log: Logger,
  { redis, rateWindow, rateKeys }: Pick<StartOptions, 'redis' | 'rateWindow' | 'rateKeys'>,
): Promise<{ counters: Counters; redis?: RedisFigures }> {
  const own = new ProcessCounters(rateWindow, rateKeys);
  if (!redis) return { counters: store.counters?.(rateWindow) ?? own };
  const { FallbackCounters } = await import('./fallback-counters.js');
  const counters = new FallbackCounters(own, rateWindow, redis, log);
  await counters.settled;
  return { counters, redis: counters };
}

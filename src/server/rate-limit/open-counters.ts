import type { Logger } from 'pino';
import type { Counters } from '../../domain/rate-limit.js';
import type { Store } from '../../store/store.js';
import { ProcessCounters } from './process-counters.js';
import type { RedisAddress, RedisCounters } from './redis-counters.js';

export interface CounterOptions {
  rateLimit: number;
  /** Milliseconds. */
  rateWindow: number;
  /** Without it, the database if it can count, else the process. */
  redis?: RedisAddress | undefined;
}

export async function openCounters(
  store: Store,
  log: Logger,
  { redis, rateWindow }: CounterOptions,
): Promise<{ counters: Counters; redis?: RedisCounters }> {
  const own = new ProcessCounters({ window: rateWindow });
  if (!redis) return { counters: store.counters?.(rateWindow) ?? own };
  const { RedisCounters } = await import('./redis-counters.js');
  const counters = new RedisCounters(own, rateWindow, redis, log);
  await counters.settled;
  return { counters, redis: counters };
}

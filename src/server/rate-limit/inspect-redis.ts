import { performance } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import { withoutQuotes } from './redis-counters.js';

/** What a look at a Redis finds. */
export interface RedisInspection {
  version: string;
  /** What it throws away when its memory is full: `noeviction` for nothing. */
  evicts: string;
  /** Its memory has a limit. */
  isLimited: boolean;
  /** Of a round trip, in milliseconds. */
  latency: number;
}

/** In milliseconds. */
const TIMEOUT = 3000;

/**
 * Looks at a Redis.
 *
 * @throws {Error} whose message has neither address nor password
 */
export async function inspectRedis(url: string): Promise<RedisInspection> {
  const redis = new Redis(url, {
    ...{ lazyConnect: true, connectTimeout: TIMEOUT, commandTimeout: TIMEOUT, maxRetriesPerRequest: 0 },
    ...{ disableClientInfo: true, enableReadyCheck: false, retryStrategy: () => null },
  });
  let refusal: Error | undefined;
  redis.on('error', (error) => {
    refusal = error;
  });
  try {
    await redis.connect();
    const info = new Map(
      [...(await redis.info()).matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name, value]) => [name, value]),
    );
    const begun = performance.now();
    await redis.ping();
    return {
      version: info.get('redis_version') ?? '',
      evicts: info.get('maxmemory_policy') ?? '',
      isLimited: info.get('maxmemory') !== '0',
      latency: performance.now() - begun,
    };
  } catch (error) {
    throw new Error(withoutQuotes(refusal ?? (error as Error)));
  } finally {
    redis.disconnect();
  }
}

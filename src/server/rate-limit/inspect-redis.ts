import { performance } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import { withoutQuotes } from './redis-counters.js';

/** Findings of an inspection of Redis. */
export interface RedisInspection {
  version: string;
  /** Its eviction policy when the memory is full: `noeviction` keeps everything. */
  evicts: string;
  /** True when its memory has a limit. */
  isLimited: boolean;
  /** Duration of a round trip, in milliseconds. */
  latency: number;
}

/** Maximum time of each step, in milliseconds. */
const TIMEOUT = 3000;

/**
 * Inspects a Redis.
 *
 * @throws {Error} without address and password in its message
 */
export async function inspectRedis(url: string): Promise<RedisInspection> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT,
    commandTimeout: TIMEOUT,
    maxRetriesPerRequest: 0,
    disableClientInfo: true,
    enableReadyCheck: false,
    retryStrategy: () => null,
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

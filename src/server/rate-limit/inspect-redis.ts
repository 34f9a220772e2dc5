import { Redis } from 'ioredis';
import { withoutQuotes } from './redis-counters.js';

/** Maximum time of each step, in milliseconds. */
const TIMEOUT = 3000;

/**
 * Asks a Redis for its version, its eviction policy, and whether its memory has a limit.
 *
 * @throws {Error} without address and password in its message
 */
export async function inspectRedis(url: string): Promise<{ version: string; policy: string; isLimited: boolean }> {
  const limits = { connectTimeout: TIMEOUT, commandTimeout: TIMEOUT, maxRetriesPerRequest: 0 };
  const once = { lazyConnect: true, retryStrategy: () => null };
  const redis = new Redis(url, { ...limits, ...once, disableClientInfo: true, enableReadyCheck: false });
  let refusal: Error | undefined;
  redis.on('error', (error) => {
    refusal = error;
  });
  try {
    await redis.connect();
    const info = await redis.info();
    const read = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    return {
      version: read('redis_version'),
      policy: read('maxmemory_policy'),
      isLimited: read('maxmemory') !== '0',
    };
  } catch (error) {
    throw new Error(withoutQuotes(refusal ?? (error as Error)));
  } finally {
    redis.disconnect();
  }
}

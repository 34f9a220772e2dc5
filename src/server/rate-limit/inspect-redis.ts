import { Redis } from 'ioredis';
import { withoutQuotes } from './redis-counters.js';

const TIMEOUT = 3000;

/** @throws {Error} without URL and password in its message */
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
    const lines = (await redis.info()).matchAll(/^(\w+):(.*?)\r?$/gm);
    const info = new Map([...lines].map(([, name = '', value = '']) => [name, value]));
    const [version = '', policy = ''] = [info.get('redis_version'), info.get('maxmemory_policy')];
    return { version, policy, isLimited: info.get('maxmemory') !== '0' };
  } catch (error) {
    throw new Error(withoutQuotes(refusal ?? (error as Error)));
  } finally {
    redis.disconnect();
  }
}

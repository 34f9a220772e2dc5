import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { Redis } from 'ioredis';

const { SVCAPI_TEST_REDIS_URL } = process.env;

type Work = (t: ExecutionContext) => Promise<void>;

const hasRedisServer = spawnSync('redis-server', ['--version']).error === undefined;

/** A test on the Redis of SVCAPI_TEST_REDIS_URL, skipped without it. */
export function onRedis(title: string, work: Work): void {
  (SVCAPI_TEST_REDIS_URL ? test : test.skip)(`${title} (needs SVCAPI_TEST_REDIS_URL)`, work);
}

/** A test that starts a Redis of its own, with no other beside it: skipped where redis-server is not installed. */
export function withRedisServer(title: string, work: Work): void {
  (hasRedisServer ? test.serial : test.serial.skip)(`${title} (needs redis-server)`, work);
}

/** A place in the shared Redis that is the test's own, and empty again afterwards. */
export function sharedRedis(t: ExecutionContext): { url: string; prefix: string; client: Redis } {
  const url = SVCAPI_TEST_REDIS_URL ?? '';
  const prefix = `svcapi-test-${randomUUID()}:`;
  const client = new Redis(url);
  t.teardown(async () => {
    const keys = await client.keys(`${prefix}*`);
    if (keys.length > 0) await client.del(keys);
    client.disconnect();
  });
  return { url, prefix, client };
}

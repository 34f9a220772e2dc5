import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { Redis } from 'ioredis';
import { temporaryFolder } from './folder.js';
import { inTime } from './until.js';

const { SVCAPI_TEST_REDIS_URL } = process.env;

type Work = (t: ExecutionContext) => Promise<void>;

const hasRedisServer = spawnSync('redis-server', ['--version']).error === undefined;

/** A test on the Redis of SVCAPI_TEST_REDIS_URL, skipped without it. */
export function onRedis(title: string, work: Work): void {
  (SVCAPI_TEST_REDIS_URL ? test : test.skip)(`${title} (needs SVCAPI_TEST_REDIS_URL)`, work);
}

/** A test that starts a Redis of its own: skipped where redis-server is not installed. */
export function withRedisServer(title: string, work: Work): void {
  (hasRedisServer ? test : test.skip)(`${title} (needs redis-server)`, work);
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

/** A Redis that a test may kill. */
export interface OwnRedis {
  url: string;
  prefix: string;
  process: ChildProcess;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again where it was, with nothing in it. */
  restart(): Promise<void>;
}

/**
 * Starts a Redis, which ends with the test.
 *
 * @param options of redis-server
 */
export async function startRedis(t: ExecutionContext, port?: number, options: string[] = []): Promise<OwnRedis> {
  const own = port ?? (await freePort());
  const child = spawn('redis-server', ['--port', String(own), '--bind', '127.0.0.1', '--save', '', ...options], {
    cwd: temporaryFolder(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  await inTime(ready(child), 'redis-server does not start');
  const redis: OwnRedis = {
    url: `redis://127.0.0.1:${own}`,
    prefix: 'svcapi:',
    process: child,
    async kill() {
      const ended = once(redis.process, 'exit');
      redis.process.kill('SIGKILL');
      await inTime(ended, 'redis-server lives');
    },
    async restart() {
      redis.process = (await startRedis(t, own, options)).process;
    },
  };
  return redis;
}

async function ready(child: ChildProcess): Promise<void> {
  let printed = '';
  for await (const chunk of child.stdout as NodeJS.ReadableStream) {
    printed += String(chunk);
    if (printed.includes('Ready to accept connections')) break;
  }
  child.stdout?.resume();
}

/** A port that nobody uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

import type { ExecutionContext } from 'ava';
import pino from 'pino';
import { ProcessCounters } from '../../../src/server/rate-limit/process-counters.js';
import { RedisCounters } from '../../../src/server/rate-limit/redis-counters.js';
import { NOW } from '../../helpers/galaxy.js';
import { aloneOnRedis, onRedis, sharedRedis } from '../../helpers/redis.js';
import { type Server, startServer } from '../../helpers/server.js';
import { type LateRedis, lateRedis } from '../../helpers/servers/late-redis.js';
import { until } from '../../helpers/until.js';

/** Redis takes every command and answers late: calls are counted all the same, and wait for a bounded time. */

/** Maximum time without an answer, in milliseconds. */
const TIMEOUT = 500;

async function open(t: ExecutionContext, { url, prefix }: LateRedis, blacklistAfter = 100): Promise<Server> {
  const server = await startServer({ rateLimit: 8, blacklistAfter, redis: { url, prefix, timeout: TIMEOUT } });
  t.teardown(() => server.close());
  await isUsed(server);
  return server;
}

/** Returns how many of some calls were admitted. They are sent together, unless a test awaits one by one. */
async function admittedOf(server: Server, calls: number): Promise<number> {
  const answers = Array.from({ length: calls }, () => {
    // Every call has a time of its own, at which a window may begin.
    server.time.now += 1;
    return server.call('/event/39:1');
  });
  return (await Promise.all(answers)).filter(({ status }) => status === 200).length;
}

/** Waits until Redis is used, as the last line on it says. */
async function isUsed({ log }: Server): Promise<void> {
  await until(() => log.findLast((line) => line.includes('Redis is'))?.includes('Redis is available') === true, {
    what: 'Redis is used',
  });
}

onRedis('one instance admits the limit and blacklists in time, though the answers come late', async (t) => {
  const redis = await lateRedis(t, sharedRedis(t));
  const server = await open(t, redis, 4);
  let admitted = 0;
  for (let absence = 1; absence <= 3; absence += 1) {
    admitted += await admittedOf(server, 1);
    redis.hold();
    for (const calls of [2, 1]) admitted += await admittedOf(server, calls);
    redis.release();
    await isUsed(server);
  }
  t.is(admitted, 8, 'of 12');
  await t.throwsAsync(() => server.call('/event/39:1'), undefined, 'it is blacklisted after 4 refused calls');
  t.is(server.log.filter((line) => line.includes('"msg":"blacklisted"')).length, 1);
});

onRedis('several instances admit the limit each at most, though the answers come late', async (t) => {
  const redis = await lateRedis(t, sharedRedis(t));
  const servers = [await open(t, redis), await open(t, redis)] as const;
  const [one, two] = servers;
  // A window that it begins ends later than that of the other one.
  two.time.now += 60_000;
  redis.hold();
  t.is(await admittedOf(one, 1), 1);
  t.is(await admittedOf(two, 1), 1);
  t.is(await admittedOf(two, 9), 7);
  redis.release();
  for (const server of servers) await isUsed(server);
  t.is(await admittedOf(two, 1), 0);
  t.is(await admittedOf(one, 1), 0, 'it learns of the others');
});

async function counters(t: ExecutionContext, { url, prefix }: LateRedis): Promise<RedisCounters> {
  const length = 3_600_000;
  const own = new ProcessCounters({ window: length }, 1000);
  const opened = new RedisCounters(own, length, { url, prefix, timeout: 100 }, pino({ level: 'silent' }));
  t.teardown(() => opened.close());
  await opened.settled;
  return opened;
}

aloneOnRedis('commands that wait together disconnect once', async (t) => {
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  process.on('warning', warned);
  t.teardown(() => process.off('warning', warned));
  const redis = await lateRedis(t, sharedRedis(t));
  const late = await counters(t, redis);
  redis.hold();
  const calls = Array.from({ length: 5000 }, () => late.hit('a', NOW * 1000));
  await Promise.all(calls);
  t.false(late.isUp);
  t.deepEqual(warnings, []);
});

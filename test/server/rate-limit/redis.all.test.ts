import type { ExecutionContext } from 'ava';
import pino from 'pino';
import { ProcessCounters } from '../../../src/server/rate-limit/process-counters.js';
import { type RedisAddress, RedisCounters } from '../../../src/server/rate-limit/redis-counters.js';
import { NOW } from '../../helpers/galaxy.js';
import { onRedis, sharedRedis, withRedisServer } from '../../helpers/redis.js';
import { metricsOf, scrape } from '../../helpers/scrape.js';
import { type Server, type ServerSetup, startServer } from '../../helpers/server.js';
import { freePort } from '../../helpers/servers/free-port.js';
import { startRedis } from '../../helpers/servers/redis-server.js';
import { until } from '../../helpers/until.js';

/** Calls are counted in Redis, for all instances together; the trial `limits` counts bursts there. While it is away, no call fails. */

const LENGTH = 3_600_000;
const START = NOW * 1000;

/** On a busy machine Redis may take longer than a service should wait; most tests are about what it counts. */
const LONG_TIMEOUT = 60_000;

/** The counters of one instance. */
async function instance(t: ExecutionContext, redis: RedisAddress): Promise<RedisCounters> {
  const own = new ProcessCounters({ window: LENGTH }, 1000);
  const address = { timeout: LONG_TIMEOUT, ...redis };
  const counters = new RedisCounters(own, LENGTH, address, pino({ level: 'silent' }));
  t.teardown(() => counters.close());
  await counters.settled;
  if (!counters.isUp) throw new Error('Redis is away');
  return counters;
}

onRedis('a window begins with its first call, counts the calls of all instances, and ends on time', async (t) => {
  const redis = sharedRedis(t);
  const [one, two] = [await instance(t, redis), await instance(t, redis)];
  t.is(await one.peek('a', START), undefined);
  // Redis forgets a window at its end by its own clock: the last call of the first one is long before it.
  for (const [each, time, count, end] of [
    [one, 0, 1, LENGTH],
    [two, 5, 2, LENGTH],
    [one, LENGTH - LONG_TIMEOUT, 3, LENGTH],
    [two, LENGTH, 1, 2 * LENGTH],
  ] as const) {
    t.deepEqual(await each.hit('a', START + time), { count, resetAt: START + end });
    t.deepEqual(await two.peek('a', START + time), { count, resetAt: START + end });
  }
  t.is(await one.peek('a', START + 2 * LENGTH), undefined);
  const other = await instance(t, sharedRedis(t));
  t.is((await other.hit('a', START + LENGTH)).count, 1, 'another prefix');
  const left = await redis.client.pttl(`${redis.prefix}a`);
  t.true(left > LENGTH / 2 && left <= LENGTH, `the key expires: ${left}`);
});

onRedis('a script or a count that Redis has lost is sent again', async (t) => {
  const redis = sharedRedis(t);
  const counters = await instance(t, redis);
  for (const _ of [1, 2]) await counters.hit('a', START);
  await redis.client.script('FLUSH');
  t.is((await counters.hit('a', START)).count, 3);
  t.true(counters.isUp);
  await redis.client.del(`${redis.prefix}a`);
  t.deepEqual(await counters.peek('a', START), { count: 3, resetAt: START + LENGTH });
  t.deepEqual(await counters.hit('a', START), { count: 4, resetAt: START + LENGTH });
  await redis.client.del(`${redis.prefix}a`);
  t.is((await counters.hit('a', START + LENGTH)).count, 1, 'a window that is over is not brought back');
});

async function open(t: ExecutionContext, setup: ServerSetup): Promise<Server> {
  const server = await startServer(setup);
  t.teardown(() => server.close());
  return server;
}

const AWAY = 'Redis is unavailable: calls are counted in this process until it is back';
const BACK = 'Redis is available: calls are counted there';

/** Returns the log lines on Redis, in order. */
function saidOfRedis({ log }: Server): string[] {
  return log.map((line) => JSON.parse(line).msg as string).filter((message) => message.startsWith('Redis'));
}

/** Waits until Redis is used. */
const isUsed = (server: Server) => until(() => saidOfRedis(server).at(-1) === BACK, { what: 'Redis is used' });

/** Returns how many of some calls were admitted, which are sent together. */
async function admittedOf(server: Server, calls: number): Promise<number> {
  const answers = Array.from({ length: calls }, () => {
    // Every call has a time of its own, at which a window may begin.
    server.time.now += 1;
    return server.call('/event/39:1');
  });
  return (await Promise.all(answers)).filter(({ status }) => status === 200).length;
}

withRedisServer(
  'one instance admits the limit and blacklists in time, though Redis stands still at times',
  async (t) => {
    const { url, prefix, process } = await startRedis(t);
    const server = await open(t, { rateLimit: 8, blacklistAfter: 4, redis: { url, prefix, timeout: 500 } });
    await isUsed(server);
    let admitted = 0;
    for (let absence = 1; absence <= 3; absence += 1) {
      admitted += await admittedOf(server, 1);
      // It takes the commands, and runs them when nobody waits for their answers any more.
      process.kill('SIGSTOP');
      for (const calls of [2, 1]) admitted += await admittedOf(server, calls);
      process.kill('SIGCONT');
      await isUsed(server);
    }
    t.is(admitted, 8, 'of 12');
    await t.throwsAsync(() => server.call('/event/39:1'), undefined, 'it is blacklisted after 4 refused calls');
    t.is(server.log.filter((line) => line.includes('"msg":"blacklisted"')).length, 1);
  },
);

/** Calls so often, and returns the calls that are left by each answer. */
async function leftOf(server: Server, calls: number): Promise<(string | null)[]> {
  const left: (string | null)[] = [];
  for (let call = 0; call < calls; call += 1)
    left.push((await server.call('/event/39:1')).headers.get('x-ratelimit-remaining'));
  return left;
}

withRedisServer(
  'a service starts without its Redis, and counts on while Redis comes, is killed and comes back empty',
  async (t) => {
    const port = await freePort();
    const redis = { url: `redis://me:hunter2@127.0.0.1:${port}`, prefix: 'svcapi:' };
    const server = await open(t, { redis, metricsPort: 0 });
    await until(() => metricsOf(server) !== undefined, { what: 'the metrics are served' });
    const isUp = async () => (await scrape(server)).get('svcapi_redis_up');
    t.deepEqual([saidOfRedis(server), await isUp()], [[AWAY], 0]);
    t.deepEqual(await leftOf(server, 1), ['599']);
    const started = await startRedis(t, port, '--user me on >hunter2 ~svcapi:* +@all'.split(' '));
    await isUsed(server);
    t.deepEqual([saidOfRedis(server), await isUp()], [[AWAY, BACK], 1]);
    t.deepEqual(await leftOf(server, 2), ['598', '597']);
    await started.kill();
    t.deepEqual(await leftOf(server, 2), ['596', '595']);
    t.deepEqual([saidOfRedis(server), await isUp()], [[AWAY, BACK, AWAY], 0]);
    await started.restart();
    await isUsed(server);
    t.deepEqual(await leftOf(server, 2), ['594', '593']);
    t.false(server.log.join('').includes('hunter2'));
  },
);

withRedisServer('a Redis that cannot count is unavailable, is named in the log, and fails no call', async (t) => {
  for (const [address, options, reason] of [
    ['redis://:hunter2@', '--requirepass other', /^WRONGPASS$/],
    ['redis://', '--requirepass other', /^NOAUTH/],
    ['redis://', '--user default on nopass ~* +@all -set', /user executing the script can't run/],
    ['redis://', '--maxmemory 1', /^OOM /],
  ] as const) {
    const { url, prefix } = await startRedis(t, undefined, options.split(' '));
    const server = await open(t, { redis: { url: url.replace('redis://', address), prefix } });
    t.deepEqual(await leftOf(server, 3), ['599', '598', '597'], options);
    const line = JSON.parse(server.log[0] ?? '');
    t.like(line, { level: 'warn', msg: AWAY });
    t.regex(line.reason, reason);
    t.false(server.log.join('').includes('hunter2'));
  }
});

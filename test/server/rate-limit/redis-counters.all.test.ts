import http from 'node:http';
import test, { type ExecutionContext } from 'ava';
import pino from 'pino';
import { ProcessCounters } from '../../../src/server/rate-limit/process-counters.js';
import { RedisCounters } from '../../../src/server/rate-limit/redis-counters.js';
import { NOW } from '../../helpers/galaxy.js';
import { aloneOnRedis, onRedis, sharedRedis, withRedisServer } from '../../helpers/redis.js';
import { type Server, type ServerSetup, startServer } from '../../helpers/server.js';
import { startRedis } from '../../helpers/servers/redis-server.js';

/** Calls are counted in Redis, for all instances together. */

const LENGTH = 3_600_000;
const START = NOW * 1000;

/** On a busy machine Redis may take longer than a service should wait; here it is about what it counts. */
const LONG_TIMEOUT = 60_000;

type Shared = ReturnType<typeof sharedRedis>;

/** The counters of one instance. */
async function instance(t: ExecutionContext, redis: Shared): Promise<RedisCounters> {
  const counters = new RedisCounters(
    new ProcessCounters({ window: LENGTH }, 1000),
    LENGTH,
    { ...redis, timeout: LONG_TIMEOUT },
    pino({ level: 'silent' }),
  );
  t.teardown(() => counters.close());
  await counters.settled;
  if (!counters.isUp) throw new Error('Redis is away');
  return counters;
}

onRedis('a window begins with its first call, counts the calls of all instances, and ends on time', async (t) => {
  const redis = sharedRedis(t);
  const [one, two] = [await instance(t, redis), await instance(t, redis)];
  t.is(await one.peek('a', START), undefined);
  t.deepEqual(await one.hit('a', START), { count: 1, resetAt: START + LENGTH });
  t.deepEqual(await two.hit('a', START + 5), { count: 2, resetAt: START + LENGTH });
  t.deepEqual(await two.peek('a', START + 6), { count: 2, resetAt: START + LENGTH });
  t.deepEqual(await one.hit('a', START + LENGTH - 1), { count: 3, resetAt: START + LENGTH });
  t.is(await one.peek('a', START + LENGTH), undefined);
  t.deepEqual(await two.hit('a', START + LENGTH), { count: 1, resetAt: START + 2 * LENGTH });
  t.deepEqual(await one.hit('b', START + LENGTH), { count: 1, resetAt: START + 2 * LENGTH }, 'another key');
});

onRedis('instances whose clocks differ count in one window', async (t) => {
  const redis = sharedRedis(t);
  const [one, two] = [await instance(t, redis), await instance(t, redis)];
  t.deepEqual(await one.hit('a', START), { count: 1, resetAt: START + LENGTH });
  t.deepEqual(await two.hit('a', START - 700), { count: 2, resetAt: START - 700 + LENGTH });
  for (const count of [3, 4, 5]) t.is((await one.hit('a', START - 700)).count, count);
  t.deepEqual(await two.hit('a', START + LENGTH + 300), { count: 1, resetAt: START + 2 * LENGTH + 300 });
  t.deepEqual(await one.hit('a', START + LENGTH - 400), { count: 2, resetAt: START + 2 * LENGTH - 400 }, 'not 6');
});

onRedis('keys have the prefix, and expire', async (t) => {
  const redis = sharedRedis(t);
  const counters = await instance(t, redis);
  await counters.hit('192.0.2.7 /event/{uid}', START);
  await counters.peek('192.0.2.8 /event/{uid}', START);
  const key = `${redis.prefix}192.0.2.7 /event/{uid}`;
  const kept = await redis.client.keys(`${redis.prefix}*`);
  // The key that tries the connection lives for a second of Redis's own time.
  t.deepEqual(
    kept.filter((name) => name !== `${redis.prefix}probe`),
    [key],
  );
  const left = await redis.client.pttl(key);
  t.true(left > LENGTH / 2 && left <= LENGTH, String(left));
});

onRedis('services with different prefixes count separately', async (t) => {
  const [one, two] = [await instance(t, sharedRedis(t)), await instance(t, sharedRedis(t))];
  await one.hit('a', START);
  t.is((await two.hit('a', START)).count, 1);
});

onRedis('the script is sent again after Redis has forgotten it', async (t) => {
  const redis = sharedRedis(t);
  const counters = await instance(t, redis);
  await counters.hit('a', START);
  await redis.client.script('FLUSH');
  t.is((await counters.hit('a', START)).count, 2);
  t.true(counters.isUp);
});

onRedis('a count that Redis has lost continues from the instance that counted last', async (t) => {
  const redis = sharedRedis(t);
  const counters = await instance(t, redis);
  for (const _ of [1, 2, 3]) await counters.hit('a', START);
  await redis.client.del(`${redis.prefix}a`);
  t.deepEqual(await counters.peek('a', START), { count: 3, resetAt: START + LENGTH });
  t.deepEqual(await counters.hit('a', START), { count: 4, resetAt: START + LENGTH });
  await redis.client.del(`${redis.prefix}a`);
  t.is((await counters.hit('a', START + LENGTH)).count, 1, 'a window that is over is not brought back');
});

interface Called {
  status: number | undefined;
  remaining: number;
}

function callOnce(server: Server, agent: http.Agent): Promise<Called> {
  const headers = { Authorization: `Bearer ${server.token}` };
  return new Promise((resolve, reject) => {
    const request = http.get(`${server.url}/event/39:1`, { agent, headers }, (response) => {
      response.resume().once('end', () => {
        resolve({
          status: response.statusCode,
          remaining: Number(response.headers['x-ratelimit-remaining']),
        });
      });
    });
    request.once('error', reject);
  });
}

async function startThree(t: ExecutionContext, setup: ServerSetup): Promise<Server[]> {
  const servers = await Promise.all([1, 2, 3].map(() => startServer(setup)));
  t.teardown(() => Promise.all(servers.map((server) => server.close())));
  return servers;
}

aloneOnRedis('of 20,000 calls at once each has a count of its own', async (t) => {
  const redis = sharedRedis(t);
  const counters = await instance(t, redis);
  const calls = Array.from({ length: 20_000 }, () => counters.hit('a', START));
  const counts = (await Promise.all(calls)).map(({ count }) => count);
  t.true(counters.isUp);
  t.is(new Set(counts).size, calls.length);
});

aloneOnRedis('of 10,000 parallel calls through three instances exactly 600 are admitted', async (t) => {
  const { url, prefix } = sharedRedis(t);
  const many = { maxConnections: 20_000, maxRequests: 20_000, blacklistAfter: 1e9 };
  const servers = await startThree(t, { redis: { url, prefix, timeout: LONG_TIMEOUT }, ...many });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 200 });
  t.teardown(() => agent.destroy());
  const calls = Array.from({ length: 10_000 }, (_, index) => callOnce(servers[index % 3] as Server, agent));
  const answers = await Promise.all(calls);
  const admitted = answers.filter(({ status }) => status === 200);
  t.is(admitted.length, 600);
  t.is(answers.filter(({ status }) => status === 400).length, 9400);
  t.deepEqual(
    admitted.map(({ remaining }) => remaining).sort((a, b) => a - b),
    Array.from({ length: 600 }, (_, index) => index),
    'each place was given once',
  );
});

withRedisServer('the status of an address is the same on every instance', async (t) => {
  const redis = await startRedis(t);
  const servers = await startThree(t, { redis: { ...redis, timeout: LONG_TIMEOUT } });
  for (const server of servers) await server.call('/event/39:1');
  for (const server of servers) {
    const { ratelimit } = (await server.call('/api/ratelimits')).json.svcapi.ratelimits;
    t.deepEqual(ratelimit.map(({ attributes }: { attributes: { remaining: number } }) => attributes.remaining).sort(), [
      597,
      ...Array(ratelimit.length - 1).fill(600),
    ]);
  }
});

test('without --redis, calls are counted in the process', async (t) => {
  const servers = await startThree(t, {});
  for (const server of servers) {
    t.is((await server.call('/event/39:1')).headers.get('x-ratelimit-remaining'), '599');
  }
});

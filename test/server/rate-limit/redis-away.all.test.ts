import { once } from 'node:events';
import net from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { withRedisServer } from '../../helpers/redis.js';
import { scrape } from '../../helpers/scrape.js';
import { type Server, startServer } from '../../helpers/server.js';
import { freePort } from '../../helpers/servers/free-port.js';
import { type OwnRedis, startRedis } from '../../helpers/servers/redis-server.js';
import { until } from '../../helpers/until.js';

/** Redis killed and frozen under load: no call fails, every call is counted once, and Redis is used again when it is back. */

const LIMIT = 1_000_000;
const CLIENTS = 20;

const AWAY = 'Redis is unavailable: calls are counted in this process until it is back';
const BACK = 'Redis is available: calls are counted there';

/** Returns the log lines on Redis, in order. */
function saidOfRedis({ log }: Server): string[] {
  return log.map((line) => JSON.parse(line).msg as string).filter((message) => message.startsWith('Redis'));
}

/** Clients that call one after the other until they are stopped. */
class Load {
  readonly statuses: number[] = [];
  readonly remaining: number[] = [];
  readonly #clients: Promise<void>[];
  #isOver = false;

  constructor(server: Server) {
    this.#clients = Array.from({ length: CLIENTS }, async () => {
      while (!this.#isOver) {
        const { status, headers } = await server.call('/event/39:1');
        this.statuses.push(status);
        this.remaining.push(Number(headers.get('x-ratelimit-remaining')));
      }
    });
  }

  /** Waits for so many more answers. */
  async more(count: number): Promise<void> {
    const enough = this.statuses.length + count;
    await until(() => this.statuses.length >= enough, { what: `${count} more calls are answered` });
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }
}

async function open(t: ExecutionContext, redis: Pick<OwnRedis, 'url' | 'prefix'>): Promise<Server> {
  const { url, prefix } = redis;
  const server = await startServer({ redis: { url, prefix }, rateLimit: LIMIT, metricsPort: 0 });
  t.teardown(() => server.close());
  return server;
}

/** Each call was answered, and took a place of its own: none was missed, none counted twice. */
function everyCallCounts(t: ExecutionContext, { statuses, remaining }: Load): void {
  t.deepEqual(
    statuses.filter((status) => status !== 200),
    [],
  );
  t.deepEqual(
    remaining.toSorted((a, b) => b - a),
    statuses.map((_, index) => LIMIT - 1 - index),
  );
}

withRedisServer('every call is counted while Redis is killed and restarted empty', async (t) => {
  const redis = await startRedis(t);
  const server = await open(t, redis);
  const load = new Load(server);
  await load.more(200);
  t.deepEqual(saidOfRedis(server), [BACK]);

  t.is((await scrape(server)).get('svcapi_redis_up'), 1);
  await redis.kill();
  await load.more(500);
  t.deepEqual(saidOfRedis(server), [BACK, AWAY]);
  t.is((await scrape(server)).get('svcapi_redis_up'), 0);

  await redis.restart();
  await until(() => saidOfRedis(server).length === 3, { what: 'Redis is used again' });
  await load.more(200);
  await load.stop();
  t.deepEqual(saidOfRedis(server), [BACK, AWAY, BACK]);
  t.is((await scrape(server)).get('svcapi_redis_up'), 1);
  everyCallCounts(t, load);
});

withRedisServer('every call is counted while Redis is frozen and continued', async (t) => {
  const redis = await startRedis(t);
  const server = await open(t, redis);
  const load = new Load(server);
  await load.more(200);

  redis.process.kill('SIGSTOP');
  await load.more(500);
  t.deepEqual(saidOfRedis(server), [BACK, AWAY]);
  t.is((await scrape(server)).get('svcapi_redis_up'), 0);

  redis.process.kill('SIGCONT');
  await until(() => saidOfRedis(server).length === 3, { what: 'Redis is used again' });
  await load.more(200);
  await load.stop();
  t.deepEqual(saidOfRedis(server), [BACK, AWAY, BACK]);
  t.is((await scrape(server)).get('svcapi_redis_up'), 1);
  everyCallCounts(t, load);
});

withRedisServer('a service starts without its Redis, and uses it as soon as it is available', async (t) => {
  const port = await freePort();
  const redis = { url: `redis://me:hunter2@127.0.0.1:${port}`, prefix: 'svcapi:' };
  const server = await open(t, redis);
  t.deepEqual(saidOfRedis(server), [AWAY]);
  t.is((await server.call('/event/39:1')).headers.get('x-ratelimit-remaining'), String(LIMIT - 1));
  await startRedis(t, port, '--user me on >hunter2 ~svcapi:* +@all'.split(' '));
  await until(() => saidOfRedis(server).length === 2, { what: 'Redis is used' });
  t.deepEqual(saidOfRedis(server), [AWAY, BACK]);
  t.is((await server.call('/event/39:1')).headers.get('x-ratelimit-remaining'), String(LIMIT - 2));
  t.false(server.log.join('').includes('hunter2'));
});

test('a service starts while its Redis accepts connections and answers nothing', async (t) => {
  const silent = net.createServer((connection) => connection.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.teardown(() => silent.close());
  const { port } = silent.address() as net.AddressInfo;
  const server = await open(t, { url: `redis://127.0.0.1:${port}`, prefix: 'svcapi:' });
  t.is((await server.call('/event/39:1')).headers.get('x-ratelimit-remaining'), String(LIMIT - 1));
  t.deepEqual(saidOfRedis(server), [AWAY]);
});

const useless: [title: string, address: string, options: string[], reason: RegExp][] = [
  ['a wrong password', 'redis://:hunter2@', ['--requirepass', 'other'], /^WRONGPASS$/],
  ['a missing password', 'redis://', ['--requirepass', 'other'], /^NOAUTH/],
  [
    'no right to write',
    'redis://',
    '--user default on nopass ~* +@all -set'.split(' '),
    /user executing the script can't run/,
  ],
  ['no memory left', 'redis://', ['--maxmemory', '1'], /^OOM /],
];

for (const [title, address, options, reason] of useless) {
  withRedisServer(`a Redis with ${title} counts as unavailable, is named in the log, and fails no call`, async (t) => {
    const redis = await startRedis(t, undefined, options);
    const server = await open(t, { ...redis, url: redis.url.replace('redis://', address) });
    for (const left of [1, 2, 3]) {
      const answer = await server.call('/event/39:1');
      t.is(answer.status, 200);
      t.is(answer.headers.get('x-ratelimit-remaining'), String(LIMIT - left));
    }
    const [line] = server.log.map((each) => JSON.parse(each));
    t.like(line, { level: 'warn', msg: AWAY });
    t.regex(line.reason, reason);
    t.false(server.log.join('').includes('hunter2'));
  });
}

import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Counters, Window } from '../../domain/rate-limit.js';
import type { ProcessCounters } from './process-counters.js';

export interface RedisAddress {
  url: string;
  prefix: string;
  /** Maximum milliseconds of a command; a second by default. */
  timeout?: number;
}

// The higher count of a window wins, since Redis may have lost its data. But a window that is half over when
// the stored one begins is an earlier one, seen by a slow clock.
const COUNT_CALL = `
local length, now, count, resetAt = unpack(ARGV)
local stored, storedEnd = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%d+)$')
if stored and tonumber(storedEnd) > tonumber(now) then
  storedEnd = math.min(storedEnd, now + length)
  local isSame = storedEnd - resetAt < length / 2
  count, resetAt = math.max(stored + 1, isSame and count or 1), storedEnd
end
redis.call('SET', KEYS[1], string.format('%d %d', count, resetAt), 'PX', resetAt - now)
return { tonumber(count), tonumber(resetAt) }
`;

type Script = { countCall(key: string, ...args: number[]): Promise<[count: number, resetAt: number]> };

/** Milliseconds: a busy Redis that answers late still counts exactly. */
const COMMAND_TIMEOUT = 1000;

/** Milliseconds for each step of a connection. No request waits for it. */
const CONNECT_TIMEOUT = 1000;

const RETRY_AFTER = 500;

/** Counts in Redis, and in the process too: that count is the verdict when Redis does not answer in time. */
export class RedisCounters implements Counters {
  readonly #redis: Redis & Script;
  readonly #parts: { own: ProcessCounters; length: number; prefix: string; log: Logger };
  #isUp: boolean | undefined;
  #settle: () => void = () => {};
  /** Resolves after the first attempt to reach Redis. */
  readonly settled = new Promise<void>((resolve) => {
    this.#settle = resolve;
  });

  /** @param length of a window, in milliseconds */
  constructor(
    own: ProcessCounters,
    length: number,
    { url, prefix, timeout = COMMAND_TIMEOUT }: RedisAddress,
    log: Logger,
  ) {
    this.#parts = { own, length, prefix, log };
    this.#redis = new Redis(url, {
      connectionName: 'svcapi',
      disableClientInfo: true,
      // Without these, a request waits for seconds while Redis is down.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      commandTimeout: timeout,
      connectTimeout: CONNECT_TIMEOUT,
      disconnectTimeout: 0,
      // A counted call proves more than INFO.
      enableReadyCheck: false,
      retryStrategy: () => RETRY_AFTER,
      scripts: { countCall: { lua: COUNT_CALL, numberOfKeys: 1 } },
    }) as Redis & Script;
    this.#redis.on('error', (error) => this.#setState(false, withoutQuotes(error)));
    this.#redis.on('close', () => this.#setState(false, 'the connection is closed'));
    this.#redis.on('ready', () => void this.#probe());
  }

  get isUp(): boolean {
    return this.#isUp === true;
  }

  async hit(key: string, now: number): Promise<Window> {
    const own = this.#parts.own.hit(key, now);
    return this.#ask(own, async () => {
      const window = await this.#count(key, now, own);
      this.#parts.own.adopt(key, window, now);
      return window;
    });
  }

  async peek(key: string, now: number): Promise<Window | undefined> {
    const own = this.#parts.own.peek(key, now);
    return this.#ask(own, async () => {
      const stored = await this.#redis.get(this.#parts.prefix + key);
      const [count = 0, resetAt = 0] = stored?.split(' ').map(Number) ?? [];
      return resetAt > now ? { count, resetAt } : own;
    });
  }

  async #ask<Answer>(own: Answer, ask: () => Promise<Answer>): Promise<Answer> {
    if (!this.#isUp) return own;
    try {
      return await ask();
    } catch (error) {
      // Commands that wait together fail together.
      if (this.#isUp) this.#disconnect(error);
      return own;
    }
  }

  close(): void {
    this.#redis.removeAllListeners().disconnect();
  }

  async #count(key: string, now: number, own: Window): Promise<Window> {
    const args = [this.#parts.length, now, own.count, own.resetAt];
    const [count, resetAt] = await this.#redis.countCall(this.#parts.prefix + key, ...args);
    return { count, resetAt };
  }

  /** Counts a call on a new connection: a Redis without memory or rights accepts connections, but does not count. */
  async #probe(): Promise<void> {
    const now = Date.now();
    try {
      await this.#count('probe', now, { count: 1, resetAt: now + 1000 });
      this.#setState(true);
    } catch (error) {
      this.#disconnect(error);
    }
  }

  #disconnect(error: unknown): void {
    this.#setState(false, error instanceof Error ? error.message : 'it does not count');
    if (this.#redis.status === 'ready') this.#redis.disconnect(true);
  }

  #setState(isUp: boolean, reason?: string): void {
    if (this.#isUp !== isUp) {
      this.#isUp = isUp;
      if (isUp) this.#parts.log.info('Redis is available: calls are counted there');
      else this.#parts.log.warn({ reason }, 'Redis is unavailable: calls are counted in this process until it is back');
    }
    this.#settle();
  }
}

/** Returns the first word of an error, such as WRONGPASS: Redis quotes the command, password included. */
export function withoutQuotes({ name, message }: Error): string {
  return name === 'ReplyError' ? (/^[A-Z]+\b/.exec(message)?.[0] ?? 'it refuses') : message;
}

/** Milliseconds. */
const INSPECTION_TIMEOUT = 3000;

/** @throws {Error} without URL and password in its message */
export async function inspectRedis(url: string): Promise<{ version: string; policy: string; isLimited: boolean }> {
  const limits = { connectTimeout: INSPECTION_TIMEOUT, commandTimeout: INSPECTION_TIMEOUT, maxRetriesPerRequest: 0 };
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

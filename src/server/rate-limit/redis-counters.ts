import { Redis } from 'ioredis';
import type { Window } from '../../domain/rate-limit.js';

export interface RedisAddress {
  /** redis:// or rediss://, optionally with a password. */
  url: string;
  /** Prefix of every key. */
  prefix: string;
  /** Maximum time of an answer, in milliseconds; 100 by default. */
  timeout?: number;
}

/** Listener for the availability of Redis. */
export interface RedisWatch {
  onUp(): void;
  /** @param reason a text without address, user and password */
  onAway(reason: string): void;
}

/** A command that waits for its answer: a key, and its window as the process knows it. */
interface Pending {
  key: string;
  /** Calls to count; 0 only reads the window. */
  calls: 0 | 1;
  /** Unix milliseconds. */
  now: number;
  /** The window that the process knows, else the one that would begin now. */
  known: Window;
  resolve(window: Window): void;
  reject(error: unknown): void;
}

type Script = { countCalls(keyCount: number, keys: string[], args: number[]): Promise<number[]> };

/**
 * Takes four arguments for each key: calls, now, and count and end of the window that the process knows. Returns count and
 * end of each. The stored window holds while it lasts, but for a higher count of the same window: that address was counted
 * in the process while Redis was unavailable, and Redis may have come back without its data.
 */
const COUNT_CALLS = `
local answers = {}
for i, key in ipairs(KEYS) do
  local calls, now = tonumber(ARGV[4 * i - 3]), tonumber(ARGV[4 * i - 2])
  local count, resetAt = tonumber(ARGV[4 * i - 1]), tonumber(ARGV[4 * i])
  local storedCount, storedResetAt = string.match(redis.call('GET', key) or '', '^(%d+) (%d+)$')
  if storedCount and tonumber(storedResetAt) > now then
    if tonumber(storedResetAt) == resetAt then
      count = math.max(count, tonumber(storedCount))
    else
      count, resetAt = tonumber(storedCount), tonumber(storedResetAt)
    end
  end
  if calls > 0 then
    count = count + calls
    redis.call('SET', key, string.format('%d %d', count, resetAt), 'PX', resetAt - now)
  end
  answers[2 * i - 1], answers[2 * i] = count, resetAt
end
return answers
`;

/** Maximum time of an answer of Redis, in milliseconds. */
const ANSWER_TIMEOUT = 100;

/** Maximum time of each step of a connection, in milliseconds. No request waits for it. */
const CONNECT_TIMEOUT = 1000;

/** Time between two attempts to connect, in milliseconds. */
const RETRY_AFTER = 500;

/**
 * Counts calls in Redis, for all instances that share it: atomically, in one script, with one command for all calls of one
 * turn of the event loop.
 *
 * Any fault closes the connection and fails every pending call; the next connection is up when it has counted a call. Calls
 * in between fail at once.
 */
export class RedisCounters {
  readonly #redis: Redis & Script;
  readonly #prefix: string;
  readonly #timeout: number;
  readonly #watch: RedisWatch;
  #pending: Pending[] = [];

  constructor({ url, prefix, timeout = ANSWER_TIMEOUT }: RedisAddress, watch: RedisWatch) {
    this.#prefix = prefix;
    this.#timeout = timeout;
    this.#watch = watch;
    this.#redis = new Redis(url, {
      connectionName: 'svcapi',
      disableClientInfo: true,
      // Without these, a request waits for seconds while Redis is down, and for as long as it is frozen.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: Math.max(CONNECT_TIMEOUT, timeout),
      // For the greeting; commands that count calls have their own timeout, in #count.
      commandTimeout: Math.max(CONNECT_TIMEOUT, timeout),
      disconnectTimeout: 0,
      // A counted call proves readiness better than INFO.
      enableReadyCheck: false,
      retryStrategy: () => RETRY_AFTER,
      scripts: { countCalls: { lua: COUNT_CALLS } },
    }) as Redis & Script;
    this.#redis.on('error', (error) => watch.onAway(withoutQuotes(error)));
    this.#redis.on('close', () => watch.onAway('the connection is closed'));
    this.#redis.on('ready', () => void this.#probe());
  }

  /** Counts calls. Rejects if Redis is unavailable, at the latest after the timeout. */
  send(key: string, calls: 0 | 1, now: number, known: Window): Promise<Window> {
    return new Promise((resolve, reject) => {
      // Calls of the same turn of the event loop share a round trip.
      if (this.#pending.length === 0) setImmediate(() => void this.#flush());
      this.#pending.push({ key: this.#prefix + key, calls, now, known, resolve, reject });
    });
  }

  close(): void {
    this.#redis.disconnect();
  }

  async #flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    try {
      const answers = await this.#count(pending);
      pending.forEach(({ resolve }, index) => {
        resolve({ count: answers[2 * index] as number, resetAt: answers[2 * index + 1] as number });
      });
    } catch (error) {
      this.#disconnect(error);
      for (const { reject } of pending) reject(error);
    }
  }

  async #count(pending: Pick<Pending, 'key' | 'calls' | 'now' | 'known'>[]): Promise<number[]> {
    let isAnswered = false;
    const disconnect = () => isAnswered || this.#disconnect(new Error(`no answer within ${this.#timeout} ms`));
    // If this process was busy, the answer may be there already: setImmediate runs after it has been read.
    const timer = setTimeout(() => setImmediate(disconnect), this.#timeout);
    try {
      return await this.#redis.countCalls(
        pending.length,
        pending.map(({ key }) => key),
        pending.flatMap(({ calls, now, known }) => [calls, now, known.count, known.resetAt]),
      );
    } finally {
      isAnswered = true;
      clearTimeout(timer);
    }
  }

  async #probe(): Promise<void> {
    const now = Date.now();
    try {
      await this.#count([{ key: `${this.#prefix}probe`, calls: 1, now, known: { count: 0, resetAt: now + 1000 } }]);
      this.#watch.onUp();
    } catch (error) {
      this.#disconnect(error);
    }
  }

  #disconnect(error: unknown): void {
    this.#watch.onAway(error instanceof Error ? error.message : 'it does not count');
    if (this.#redis.status === 'ready') this.#redis.disconnect(true);
  }
}

/** Returns the message of an error without the command that Redis quotes, password included: its first word, such as WRONGPASS. */
export function withoutQuotes({ name, message }: Error): string {
  return name === 'ReplyError' ? (/^[A-Z]+\b/.exec(message)?.[0] ?? 'it refuses') : message;
}

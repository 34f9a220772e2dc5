import { Redis } from 'ioredis';
import type { Window } from '../../domain/rate-limit.js';

export interface RedisAddress {
  /** redis:// or rediss://, with a password perhaps. */
  url: string;
  /** Of every key. */
  prefix: string;
  /** How long Redis may take for an answer, in milliseconds; 100 unless told otherwise. */
  timeout?: number;
}

/** Told when Redis can count, and when it no longer can. */
export interface RedisWatch {
  onUp(): void;
  /** @param reason without address, user or password */
  onAway(reason: string): void;
}

/** A question about the window of a key, and what its asker knows already. */
interface Pending {
  key: string;
  /** Calls to count: none to learn how things stand. */
  calls: 0 | 1;
  /** Unix milliseconds. */
  now: number;
  /** The window as the asker knows it; where it knows none, the one that would begin now. */
  known: Window;
  resolve(window: Window): void;
  reject(error: unknown): void;
}

type Script = { countCalls(keyCount: number, keys: string[], args: number[]): Promise<number[]> };

/**
 * For each key, four arguments: calls, now, and the count and the end of the window as the asker knows it. Answers the count
 * and the end of each. Redis's own word holds while its window lasts, but for a count of the same window that is
 * higher: that caller was counted elsewhere while Redis was away, and Redis may have come back without its data.
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

/** How long Redis may take for an answer, in milliseconds. */
const ANSWER_TIMEOUT = 100;

/** How long each step of a connection may take, in milliseconds. No request waits for it. */
const CONNECT_TIMEOUT = 1000;

/** After how long Redis is tried again, in milliseconds. */
const RETRY_AFTER = 500;

/**
 * Counts calls in Redis, for all instances that use it: atomically, in one script, and in one command for all the pending
 * of one turn of the event loop.
 *
 * Whatever goes wrong ends the connection, and so every question that waits on it; the next one is up when it has counted a
 * call. What is asked in between fails at once.
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
      // Without these, a request waits for seconds where Redis is away, and for as long as it is frozen.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: Math.max(CONNECT_TIMEOUT, timeout),
      // For the greeting; what counts calls has a limit of its own, in #count.
      commandTimeout: Math.max(CONNECT_TIMEOUT, timeout),
      disconnectTimeout: 0,
      // Readiness is a call that was counted, which says more than INFO.
      enableReadyCheck: false,
      retryStrategy: () => RETRY_AFTER,
      scripts: { countCalls: { lua: COUNT_CALLS } },
    }) as Redis & Script;
    this.#redis.on('error', (error) => watch.onAway(withoutQuotes(error)));
    this.#redis.on('close', () => watch.onAway('the connection is closed'));
    this.#redis.on('ready', () => void this.#probe());
  }

  /** Rejects where Redis is away, when it has been waited for long enough at the latest. */
  send(key: string, calls: 0 | 1, now: number, known: Window): Promise<Window> {
    return new Promise((resolve, reject) => {
      // What came in with the same turn of the event loop shares a round trip.
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
    // Where this process was busy itself, the answer is there by now, and is read before what setImmediate holds is done.
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
    this.#watch.onAway(error instanceof Error ? error.message : 'it fails');
    if (this.#redis.status === 'ready') this.#redis.disconnect(true);
  }
}

/** What Redis says to a greeting can quote that, with the password in it: only its first word is shown, such as WRONGPASS. */
export function withoutQuotes({ name, message }: Error): string {
  return name === 'ReplyError' ? (/^[A-Z]+\b/.exec(message)?.[0] ?? 'it refuses') : message;
}

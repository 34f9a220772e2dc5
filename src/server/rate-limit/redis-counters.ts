import { Redis } from 'ioredis';
import type { Window } from '../../domain/rate-limit.js';

export interface RedisAddress {
  /** redis:// or rediss://, optionally with a password. */
  url: string;
  /** Prefix of every key. */
  prefix: string;
  /** Maximum time without an answer while commands wait for one, in milliseconds; 100 by default. */
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
 * Takes the length of a window, and four arguments for each key: calls, now, and count and end of the window that the process
 * knows. Returns count and end of each. The stored window holds while it lasts, and lasts no longer than its length from now on. The
 * higher count holds: the process has counted while Redis was unavailable, and Redis may have come back without its data. But a known
 * window that is half over when the stored one begins is an earlier one, seen by a clock that is slow.
 */
const COUNT_CALLS = `
local answers, length = {}, tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
  local calls, now = tonumber(ARGV[4 * i - 2]), tonumber(ARGV[4 * i - 1])
  local count, resetAt = tonumber(ARGV[4 * i]), tonumber(ARGV[4 * i + 1])
  local storedCount, storedResetAt = string.match(redis.call('GET', key) or '', '^(%d+) (%d+)$')
  if storedCount and tonumber(storedResetAt) > now then
    local storedEnd = math.min(tonumber(storedResetAt), now + length)
    local isSame = storedEnd - resetAt < length / 2
    count, resetAt = math.max(tonumber(storedCount), isSame and count or 0), storedEnd
  end
  if calls > 0 then
    count = count + calls
    redis.call('SET', key, string.format('%d %d', count, resetAt), 'PX', resetAt - now)
  end
  answers[2 * i - 1], answers[2 * i] = count, resetAt
end
return answers
`;

/** Maximum time without an answer while commands wait for one, in milliseconds. */
const ANSWER_TIMEOUT = 100;

/** Maximum time of one command, in timeouts: a Redis whose answers come ever later would make every call slow. */
const MAX_TIMEOUTS = 10;

/** Maximum calls in one command: Redis runs it in a few milliseconds, and serves other instances in between. */
const MAX_CALLS = 250;

/** Maximum time of each step of a connection, in milliseconds, unless answers may take longer. No request waits for it. */
const CONNECT_TIMEOUT = 1000;

/** Time between two attempts to connect, in milliseconds. */
const RETRY_AFTER = 500;

/**
 * Counts calls in Redis, for all instances that share it: atomically, in one script, with one command for up to 250 calls of
 * one turn of the event loop. A busy Redis answers late, but goes on answering: it is unavailable if no answer at all arrives for
 * a while, or if one command waits for ten times as long.
 *
 * Any fault closes the connection and fails every pending call; the next connection is up when it has counted a call. Calls
 * in between fail at once.
 */
export class RedisCounters {
  readonly #redis: Redis & Script;
  readonly #length: number;
  readonly #prefix: string;
  readonly #timeout: number;
  readonly #connectTimeout: number;
  readonly #watch: RedisWatch;
  #pending: Pending[] = [];
  /** Time of the last answer, in milliseconds. */
  #answeredAt = 0;
  #isConnected = false;

  /** @param length of a window, in milliseconds */
  constructor(length: number, { url, prefix, timeout = ANSWER_TIMEOUT }: RedisAddress, watch: RedisWatch) {
    this.#length = length;
    this.#prefix = prefix;
    this.#timeout = timeout;
    this.#connectTimeout = Math.max(CONNECT_TIMEOUT, timeout);
    this.#watch = watch;
    this.#redis = new Redis(url, {
      connectionName: 'svcapi',
      disableClientInfo: true,
      // Without these, a request waits for seconds while Redis is down, and for as long as it is frozen.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: this.#connectTimeout,
      disconnectTimeout: 0,
      // A counted call proves readiness better than INFO.
      enableReadyCheck: false,
      retryStrategy: () => RETRY_AFTER,
      scripts: { countCalls: { lua: COUNT_CALLS } },
    }) as Redis & Script;
    this.#redis.on('error', (error) => watch.onAway(withoutQuotes(error)));
    this.#redis.on('close', () => {
      this.#isConnected = false;
      watch.onAway('the connection is closed');
    });
    this.#redis.on('connect', () => {
      this.#isConnected = true;
      this.#limitGreeting();
    });
    this.#redis.on('ready', () => void this.#probe());
  }

  /** Counts calls. Rejects if Redis is unavailable, at the latest after ten timeouts. */
  send(key: string, calls: 0 | 1, now: number, known: Window): Promise<Window> {
    return new Promise((resolve, reject) => {
      // Calls of the same turn of the event loop share a round trip.
      if (this.#pending.length === 0) setImmediate(() => this.#flush());
      this.#pending.push({ key: this.#prefix + key, calls, now, known, resolve, reject });
    });
  }

  close(): void {
    this.#redis.disconnect();
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    for (let at = 0; at < pending.length; at += MAX_CALLS) void this.#settle(pending.slice(at, at + MAX_CALLS));
  }

  async #settle(pending: Pending[]): Promise<void> {
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
    const clear = this.#disconnectWithoutAnswer();
    try {
      const answers = await this.#redis.countCalls(
        pending.length,
        pending.map(({ key }) => key),
        [this.#length, ...pending.flatMap(({ calls, now, known }) => [calls, now, known.count, known.resetAt])],
      );
      this.#answeredAt = performance.now();
      return answers;
    } finally {
      clear();
    }
  }

  /** Disconnects when no answer to any command arrives within the timeout, or none to this one within ten. Returns what ends the wait. */
  #disconnectWithoutAnswer(): () => void {
    const end = performance.now() + MAX_TIMEOUTS * this.#timeout;
    let isOver = false;
    let timer: NodeJS.Timeout;
    const wait = (time: number) => {
      // If this process was busy, the answer may be there already: setImmediate runs after it has been read.
      timer = setTimeout(() => setImmediate(check), time);
    };
    const check = () => {
      if (isOver) return;
      const left = Math.min(this.#answeredAt + this.#timeout, end) - performance.now();
      if (left > 0) wait(left);
      else this.#disconnect(new Error('no answer in time'));
    };
    wait(this.#timeout);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }

  /** Disconnects when Redis accepts a connection, but does not answer the greeting. */
  #limitGreeting(): void {
    let isOver = false;
    const check = () => {
      if (!isOver) this.#disconnect(new Error('no answer to the greeting'));
    };
    // As above: if this process was busy, the answer may be there already.
    const timer = setTimeout(() => setImmediate(check), this.#connectTimeout);
    const clear = () => {
      isOver = true;
      clearTimeout(timer);
    };
    this.#redis.once('ready', clear).once('close', clear);
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
    // Every command that waits ends here: the first one disconnects for all.
    if (this.#isConnected) this.#redis.disconnect(true);
    this.#isConnected = false;
  }
}

/** Returns the message of an error without the command that Redis quotes, password included: its first word, such as WRONGPASS. */
export function withoutQuotes({ name, message }: Error): string {
  return name === 'ReplyError' ? (/^[A-Z]+\b/.exec(message)?.[0] ?? 'it refuses') : message;
}

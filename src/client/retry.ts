import { retry } from '../retry.js';
import type { Clock } from './clock.js';
import { ServiceError, Unreachable } from './errors.js';
import type { Signal } from './platform.js';

/** The rules by which calls are repeated. */
export interface RetryPolicy {
  /** The longest wait that the service may ask for, in milliseconds. Beyond it, the error is thrown at once. */
  maxRetryAfter: number;
  clock: Clock;
  /** Returns a number from 0 to 1, without 1. */
  random: () => number;
}

/** The limits of a call, over all its tries, and how far it has come. */
export interface Tries {
  /** The maximum number of further tries. */
  readonly retries: number;
  /** The end of all tries and waits, in Unix milliseconds; Infinity for none. */
  readonly until: number;
  readonly signal: Signal | undefined;
  /** The number of tries that have failed, and were followed by another. */
  failed: number;
}

/** The wait before the first retry, at most, and before any other, in milliseconds. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** HTTP statuses after which the same request may succeed. */
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Repeats a call while its error is transient. The waits grow, and are random, so that many clients do not come at once. Where
 * the service names a wait (Retry-After), it is kept. A wait that would end after the deadline is not begun: the error comes at once.
 *
 * @param sleep waits after an error
 */
export function retrying<T>(
  policy: RetryPolicy,
  tries: Tries,
  call: () => Promise<T>,
  sleep: (wait: number, error: unknown) => Promise<void>,
): Promise<T> {
  const waitAfter = (error: unknown) => {
    const wait = tries.failed < tries.retries ? waitBefore(error, tries.failed, policy) : undefined;
    if (wait === undefined || policy.clock.now() + wait >= tries.until) return undefined;
    tries.failed += 1;
    return wait;
  };
  return retry(call, waitAfter, sleep);
}

/**
 * Returns the wait before the next try in milliseconds; undefined if the error is not transient, or asks for too long a wait.
 *
 * @param failed the number of retries that have failed before
 */
export function waitBefore(error: unknown, failed: number, policy: RetryPolicy): number | undefined {
  if (!isTransient(error)) return undefined;
  const least = error instanceof ServiceError ? (error.details.retry_after ?? 0) * 1000 : 0;
  if (least > policy.maxRetryAfter) return undefined;
  return least + policy.random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failed);
}

function isTransient(error: unknown): boolean {
  if (error instanceof Unreachable) return !error.isUntrusted;
  if (!(error instanceof ServiceError)) return false;
  const { code, status, details } = error;
  // Without the end of the limit, another try would lead to the blacklist.
  if (code === 'rate_limit_exceeded') return details.retry_after !== undefined;
  return TRANSIENT.has(status) && code !== 'invalid_time';
}

import type { Clock } from './clock.js';
import { ServiceError, Unreachable } from './errors.js';

export interface RetryPolicy {
  /** Milliseconds. The error is thrown at once if the service asks for a longer wait. */
  maxRetryAfter: number;
  clock: Clock;
  random: () => number;
}

/** The maximum wait before the first retry and before any other, in milliseconds. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Returns milliseconds, which grow and are random, so that many clients do not come at once; undefined if the error is not
 * transient, or asks for too long a wait.
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

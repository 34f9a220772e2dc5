import { ServiceError, Unreachable } from '../../client/errors.js';
import { retry } from '../../retry.js';
import type { Context } from '../context.js';
import { isoDate } from '../output/dates.js';
import { explain } from '../output/explain-error.js';

/** Seconds to wait when the server names none. Repeating at once would get the address blacklisted. */
const DEFAULT_WAIT = 60;

export function retryRateLimited<T>(context: Context, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const waitAfter = (error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'rate_limit_exceeded') return undefined;
    const seconds = Math.max(1, error.details.retry_after ?? DEFAULT_WAIT);
    announceWait(context, seconds, error.rateLimit?.reset ?? context.now() + seconds);
    return seconds * 1000;
  };
  return retry(work, waitAfter, (wait) => context.io.sleep(wait, signal));
}

/** `until` is in Unix seconds. */
export function announceWait(context: Context, seconds: number, until: number): void {
  context.info(`Rate limited: waiting ${seconds} s, until ${isoDate(until)}.`);
}

/** Seconds before each retry of a change. */
const PAUSES = [1, 5, 25];

/** Repeats idempotent work on rate limits and failures of the server. The signal aborts a wait, but not the work. */
export function retryTransient<T>(context: Context, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const waitAfter = (error: unknown, failed: number) => {
    const pause = PAUSES[failed];
    const isTransient = error instanceof Unreachable || (error instanceof ServiceError && error.status >= 500);
    if (pause === undefined || !isTransient) return undefined;
    const seconds = error instanceof ServiceError ? (error.details.retry_after ?? pause) : pause;
    context.info(`${explain(error).message ?? 'It failed'}; trying again in ${seconds} s.`);
    return seconds * 1000;
  };
  const sleep = (wait: number) => context.io.sleep(wait, signal);
  return retry(() => retryRateLimited(context, work, signal), waitAfter, sleep);
}

import { ServiceError, Unreachable } from '../../client/errors.js';
import { retry } from '../../retry.js';
import type { Context } from '../context.js';
import { explain } from '../output/explain-error.js';
import { retryRateLimited } from '../service/rate-limited.js';

/** Seconds to wait before each retry. */
const PAUSES = [1, 5, 25];

/**
 * Repeats idempotent work while the error is transient: it waits for rate limits, and retries a few times, with a message,
 * when the server fails or is unreachable.
 *
 * @param signal aborts the wait, but not the work; its reason is thrown
 */
export function retryTransient<T>(context: Context, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const waitAfter = (error: unknown, failed: number) => {
    const pause = PAUSES[failed];
    if (pause === undefined || !isTransient(error)) return undefined;
    const seconds = error instanceof ServiceError ? (error.details.retry_after ?? pause) : pause;
    context.info(`${explain(error).message ?? 'It failed'}; trying again in ${seconds} s.`);
    return seconds * 1000;
  };
  const sleep = (wait: number) => context.io.sleep(wait, signal);
  return retry(() => retryRateLimited(context, work, signal), waitAfter, sleep);
}

function isTransient(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof ServiceError && error.status >= 500);
}

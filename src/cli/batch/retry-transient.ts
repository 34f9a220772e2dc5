import { ServiceError, Unreachable } from '../../client/errors.js';
import type { Context } from '../context.js';
import { explain } from '../output/errors/explain-error.js';
import { retryRateLimited } from '../service/retry.js';

/** Seconds to wait before each retry. */
const PAUSES = [1, 5, 25];

/**
 * Repeats idempotent work while the error is transient: it waits for rate limits, and retries a few times, with a message,
 * when the server fails or is unreachable.
 *
 * @param signal aborts the wait, but not the work; its reason is thrown
 */
export async function retryTransient<T>(context: Context, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await retryRateLimited(context, work, signal);
    } catch (error) {
      if (!isTransient(error)) throw error;
      const seconds = error instanceof ServiceError ? (error.details.retry_after ?? pause) : pause;
      context.info(`${explain(error).message ?? 'It failed'}; trying again in ${seconds} s.`);
      await context.io.sleep(seconds * 1000, signal);
    }
  }
  return retryRateLimited(context, work, signal);
}

function isTransient(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof ServiceError && error.status >= 500);
}

import { ServiceError } from '../../client/errors.js';
import type { Context } from '../context.js';
import { isoDate } from '../output/iso-date.js';

/** Seconds to wait when the server does not name a time. Repeating at once would get the address blacklisted. */
const DEFAULT_WAIT = 60;

/**
 * Repeats a call until it is not rate limited. A message announces each wait.
 *
 * @param signal aborts the wait; its reason is thrown
 */
export async function retryRateLimited<T>(context: Context, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'rate_limit_exceeded') throw error;
      const seconds = Math.max(1, error.details.retry_after ?? DEFAULT_WAIT);
      const until = error.rateLimit?.reset ?? context.now() + seconds;
      context.info(`Rate limited: waiting ${seconds} s, until ${isoDate(until)}.`);
      await context.io.sleep(seconds * 1000, signal);
    }
  }
}

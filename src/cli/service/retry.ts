import { ServiceError } from '../../client/errors.js';
import type { Context } from '../context.js';
import { isoDate } from '../output/iso-date.js';

/** How long to wait where the server does not tell, in seconds: asking all the time gets one blacklisted. */
const DEFAULT_WAIT = 60;

/**
 * Does work again and again until no rate limit stands in its way. Before each wait it is said until when.
 *
 * @param signal ends the waiting; its reason is thrown
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

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
      await waitForReset(context, seconds, error.rateLimit?.reset ?? context.now() + seconds, signal);
    }
  }
}

/**
 * Waits for the reset of a rate limit, with a message.
 *
 * @param until the time of the reset in Unix seconds, for the message
 */
export async function waitForReset(
  context: Context,
  seconds: number,
  until: number,
  signal?: AbortSignal,
): Promise<void> {
  const wait = Math.max(1, seconds);
  context.info(`Rate limited: waiting ${wait} s, until ${isoDate(until)}.`);
  await context.io.sleep(wait * 1000, signal);
}

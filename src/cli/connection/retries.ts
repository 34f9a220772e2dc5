import { ServiceError } from '../../client/errors.js';
import type { Context } from '../context.js';
import { isoDate } from '../output/dates.js';
import { codeOf, explain } from '../output/explain-error.js';

/** Prints how long `--retry` waits after an error, in milliseconds. */
export function announceRetry(context: Context, error: unknown, wait: number): void {
  const seconds = Math.ceil(wait / 1000);
  if (error instanceof ServiceError && codeOf(error) === 'rate_limit_exceeded') {
    announceWait(context, error.details.retry_after ?? seconds, error.rateLimit?.reset ?? context.now() + seconds);
  } else {
    context.info(`${explain(error).message ?? 'It failed'}; trying again in ${seconds} s.`);
  }
}

/** `until` is in Unix seconds. */
export function announceWait(context: Context, seconds: number, until: number): void {
  context.info(`Rate limited: waiting ${seconds} s, until ${isoDate(until)}.`);
}

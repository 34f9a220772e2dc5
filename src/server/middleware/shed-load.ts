import { Failure } from '../../domain/failure.js';
import type { Step } from '../context.js';
import type { RequestStats } from '../metrics/request-stats.js';
import type { Lifecycle } from '../services.js';

/** Keeps the number of requests in work within a bound; what is over it is told to come back. */
export function shedLoad(lifecycle: Lifecycle, stats: RequestStats, maxRequests: number): Step {
  return async (_ctx, next) => {
    if (lifecycle.inFlight >= maxRequests) {
      stats.shed += 1;
      throw new Failure('unavailable', undefined, { retry_after: 1 });
    }
    lifecycle.inFlight += 1;
    try {
      await next();
    } finally {
      lifecycle.inFlight -= 1;
    }
  };
}

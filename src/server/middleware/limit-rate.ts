import type { Step } from '../context/state.js';
import { countCall } from '../rate-limit/count-call.js';
import type { Services } from '../services.js';

/** The event of a response whose call is counted. */
export const COUNTED = 'svcapi.counted';

/**
 * Counts a call of a rate-limited path, and refuses it over the limit. It comes before all that can refuse a request
 * otherwise, so that every answer of such a path has the rate-limit fields.
 */
export function limitRate(services: Services): Step {
  return ({ state, res }, next) => {
    const done = () => {
      state.isCounted = true;
      res.emit(COUNTED);
    };
    const counting = state.path?.rateLimited ? countCall(state.path, state, services) : undefined;
    if (counting instanceof Promise) return counting.finally(done).then(next);
    done();
    return next();
  };
}

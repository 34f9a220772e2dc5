import type { Step } from '../context/state.js';
import { type CallCounting, countCall } from '../rate-limit/count-call.js';

/**
 * Counts a call of a rate-limited path, and refuses it over the limit. It comes before all that can refuse a request
 * otherwise, so that every answer of such a path has the rate-limit fields.
 */
export function limitRate(services: CallCounting): Step {
  return ({ state }, next) => {
    const counting = state.path?.rateLimited ? countCall(state.path, state, services) : undefined;
    return counting instanceof Promise ? counting.then(next) : next();
  };
}

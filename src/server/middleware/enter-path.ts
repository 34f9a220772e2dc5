import type { Step } from '../context.js';
import type { PathStats } from '../metrics/request-stats.js';

/** Notes which path of the service a request is on, so that it is measured there. */
export function enterPath(stats: PathStats): Step {
  return (ctx, next) => {
    ctx.state.stats = stats;
    return next();
  };
}

import type { Step } from '../context.js';
import type { PathStats } from '../metrics/request-stats.js';

/** Attaches the stats of its path to a request. */
export function enterPath(stats: PathStats): Step {
  return (ctx, next) => {
    ctx.state.stats = stats;
    return next();
  };
}

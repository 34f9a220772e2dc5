import type { Step } from '../context.js';
import type { PathFigures } from '../metrics/request-stats.js';

/** Notes which path of the service a request is on, so that it is measured there. */
export function enterPath(figures: PathFigures): Step {
  return (ctx, next) => {
    ctx.state.figures = figures;
    return next();
  };
}

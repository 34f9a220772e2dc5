import type { RequestStats } from '../context/request-stats.js';
import type { Step } from '../context/state.js';
import type { PathRouter } from '../request/path-router.js';

/** Finds the path of the service that a request is for, and attaches its stats. */
export function findPath(router: PathRouter, stats: RequestStats): Step {
  return (ctx, next) =>
    router.step(ctx, () => {
      if (ctx.state.path) ctx.state.stats = stats.of(ctx.state.path.path);
      return next();
    });
}

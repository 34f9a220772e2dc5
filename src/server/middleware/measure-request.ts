import type { Step } from '../context.js';
import type { PathStats } from '../metrics/request-stats.js';

/** Measures how a request ends, and after how long; one that is on no path of the service counts among the others. */
export function measureRequest(others: PathStats): Step {
  return async (ctx, next) => {
    const begun = performance.now();
    try {
      await next();
    } finally {
      const { stats = others } = ctx.state;
      stats.observe(
        ctx.method,
        ctx.respond === false ? 'closed' : ctx.res.statusCode,
        (performance.now() - begun) / 1000,
      );
    }
  };
}

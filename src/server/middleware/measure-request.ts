import type { Step } from '../context.js';
import type { PathFigures } from '../metrics/request-stats.js';

/** Measures how a request ends, and after how long; one that is on no path of the service counts among the others. */
export function measureRequest(others: PathFigures): Step {
  return async (ctx, next) => {
    const begun = performance.now();
    try {
      await next();
    } finally {
      const { figures = others } = ctx.state;
      figures.observe(
        ctx.method,
        ctx.respond === false ? 'closed' : ctx.res.statusCode,
        (performance.now() - begun) / 1000,
      );
    }
  };
}

import type { PathStats } from '../context/request-stats.js';
import type { Step } from '../context/state.js';

/** Records the outcome and the duration of a request in the stats of its path, or in `others` if it has none. */
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

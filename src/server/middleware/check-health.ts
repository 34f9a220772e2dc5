import type { Step } from '../context.js';
import type { Services } from '../services.js';

/** Answers `/healthz` (the process lives) and `/readyz` (it takes requests, and its database answers). */
export function checkHealth({ store, life }: Services): Step {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') return answer(ctx, true, 'alive');
    if (ctx.path !== '/readyz') return next();
    if (life.closing) return answer(ctx, false, 'closing');
    const reachable = await store.facts.get('probed').then(
      () => true,
      () => false,
    );
    return answer(ctx, reachable, reachable ? 'ready' : 'database away');
  };
}

function answer(ctx: Parameters<Step>[0], well: boolean, state: string): void {
  ctx.status = well ? 200 : 503;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { state };
}

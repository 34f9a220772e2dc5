import type { Step, StepContext } from '../context.js';
import type { Services } from '../services.js';

/**
 * Answers `/livez`, also as `/healthz` (the process lives), and `/readyz`: it takes requests, and its database answers and
 * has the tables that are needed.
 */
export function checkHealth({ store, lifecycle }: Services): Step {
  const answerReady = async (ctx: StepContext) => {
    if (lifecycle.closing) return answer(ctx, false, 'closing');
    if (lifecycle.draining) return answer(ctx, false, 'draining');
    const state = await store.metadata.areTablesCurrent().then(
      (current) => (current ? 'ready' : 'migrations missing'),
      () => 'database away',
    );
    return answer(ctx, state === 'ready', state);
  };
  return (ctx, next) => {
    if (ctx.path === '/livez' || ctx.path === '/healthz') return answer(ctx, true, 'alive');
    return ctx.path === '/readyz' ? answerReady(ctx) : next();
  };
}

function answer(ctx: StepContext, well: boolean, state: string): void {
  ctx.status = well ? 200 : 503;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { state };
}

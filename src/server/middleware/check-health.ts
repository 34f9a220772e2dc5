import type { Store } from '../../store/store.js';
import type { Lifecycle } from '../context/lifecycle.js';
import type { Step, StepContext } from '../context/state.js';

/**
 * Answers `/livez` and its alias `/healthz` (the process runs), and `/readyz` (it takes requests, and its database answers
 * and has all migrations).
 */
export function checkHealth(store: Store, lifecycle: Lifecycle): Step {
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

function answer(ctx: StepContext, isHealthy: boolean, state: string): void {
  ctx.status = isHealthy ? 200 : 503;
  ctx.state.fields['Cache-Control'] = 'no-store';
  ctx.body = { state };
}

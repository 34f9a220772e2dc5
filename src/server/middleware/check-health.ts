import type { Store } from '../../store/store.js';
import type { Lifecycle, Resource, StepContext } from '../state.js';
import type { ResourceEntry } from './find-route.js';

/** `/livez` and its alias `/healthz`: the process runs. `/readyz`: it takes requests, and its database has all migrations. */
export function healthResources(store: Store, lifecycle: Lifecycle): ResourceEntry[] {
  const answerReady = async (ctx: StepContext) => {
    if (lifecycle.closing) return answer(ctx, false, 'closing');
    if (lifecycle.draining) return answer(ctx, false, 'draining');
    const state = await store.metadata.areTablesCurrent().then(
      (current) => (current ? 'ready' : 'migrations missing'),
      () => 'database away',
    );
    return answer(ctx, state === 'ready', state);
  };
  const alive: Resource = { name: 'other', isHealth: true, serve: (ctx) => answer(ctx, true, 'alive') };
  return [
    ['/livez', alive],
    ['/healthz', alive],
    ['/readyz', { name: 'other', isHealth: true, serve: answerReady }],
  ];
}

function answer(ctx: StepContext, isHealthy: boolean, state: string): void {
  ctx.status = isHealthy ? 200 : 503;
  ctx.state.fields['Cache-Control'] = 'no-store';
  ctx.body = { state };
}

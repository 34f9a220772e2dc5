import type { Call } from '../../../routes/define-route.js';
import { createLinks } from '../../../routes/links.js';
import { routeOf, type Step, type StepContext } from '../../context.js';
import { toSeconds } from '../../rate-limit/seconds.js';
import { baseUrl } from '../../request/base-url.js';
import { SharedAnswers } from '../../response/shared-answers.js';
import { writeInTurns } from '../../response/write-envelope.js';
import type { Services } from '../../services.js';

/** Calls the handler of the route, and writes its payload. */
export function answer(services: Services): Step {
  const shared = new SharedAnswers();
  return async (ctx) => {
    const { state } = ctx;
    const { format = 'application/json', now } = state;
    const base = baseUrl(ctx, services.options.publicUrl);
    const route = routeOf(state);
    const write = async () => {
      const payload = await route.handle(callOf(ctx, services, base));
      return writeInTurns(format, {
        timestamp: Math.floor(now / 1000),
        resource: route.resource,
        request: ctx.path,
        svcapi: payload as object,
      });
    };
    const text = await (route.sameForAll ? shared.of(`${format} ${base} ${ctx.path}`, now, write) : write());
    ctx.status = 200;
    if (route.isOfClient) state.isPrivate = true;
    state.content = { type: `${format}; charset=utf-8`, text };
  };
}

function callOf(ctx: StepContext, { store, limiter, routes }: Services, base: string) {
  const { now, clientAddress, principal, requestId, parameters } = ctx.state;
  const call = {
    params: {},
    query: {},
    body: {},
    idempotencyKey: undefined,
    ...parameters,
    principal,
    store,
    now: Math.floor(now / 1000),
    links: createLinks(base),
    routes,
    rateLimits: async () => {
      const limited = new Set(routes.map((route) => route.path).filter((path) => path.rateLimited));
      return Promise.all(
        [...limited].map(async ({ path: pattern }) => {
          const { limit, remaining, resetAt } = await limiter.status(clientAddress, pattern, now);
          return { pattern, limit, remaining, reset: toSeconds(resetAt) };
        }),
      );
    },
    requestId,
  };
  // The steps before this one have checked the call against the schemas and the access of its route.
  return call as Call<never, never, never, never>;
}

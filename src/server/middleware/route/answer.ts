import type { Route } from '../../../routes/define-route.js';
import { createLinks } from '../../../routes/links.js';
import type { Store } from '../../../store/store.js';
import { type Retention, shownSince } from '../../context/retention.js';
import { routeOf, type Step, type StepContext } from '../../context/state.js';
import type { RateLimiter } from '../../rate-limit/rate-limiter.js';
import { toSeconds } from '../../rate-limit/seconds.js';
import { type AddressOptions, baseUrl } from '../../request/base-url.js';
import type { AnswerCache } from '../../response/answer-cache.js';
import { Finished } from '../../response/finished.js';
import { write, writeEnvelope } from '../../response/write-envelope.js';
import { sendFinished } from './reuse-answer.js';

interface AnswerParts {
  store: Store;
  limiter: RateLimiter;
  routes: readonly Route[];
  answers: AnswerCache;
  options: AddressOptions & Retention;
}

/** Calls the handler of the route, and writes its payload. What depends on nothing else is kept for the next calls. */
export function answer(services: AnswerParts): Step {
  return async (ctx) => {
    const { state } = ctx;
    const { format = 'application/json', now, cacheEntry } = state;
    const base = baseUrl(ctx, services.options.publicUrl);
    const route = routeOf(state);
    const timestamp = Math.floor(now / 1000);
    const envelope = async () => {
      const svcapi = (await route.handle(callOf(ctx, services, base))) as object;
      return { timestamp, resource: route.resource, request: ctx.path, svcapi };
    };
    const make = async () => new Finished(format, await write(format, await envelope()), timestamp);
    const type = `${format}; charset=utf-8`;
    if (route.method !== 'GET' || route.isOfClient) {
      ctx.status = 200;
      if (route.isOfClient) state.isPrivate = true;
      state.content = { type, body: writeEnvelope(format, await envelope()) };
      return;
    }
    sendFinished(ctx, await (cacheEntry ? services.answers.make(cacheEntry.key, cacheEntry.version, make) : make()));
  };
}

function callOf(ctx: StepContext, { store, limiter, routes, options }: AnswerParts, base: string) {
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
    shownSince: shownSince(options, Math.floor(now / 1000)),
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
  return call as never;
}

import { Failure } from '../../domain/failure.js';
import type { Route } from '../../routes/define-route.js';
import { createLinks } from '../../routes/links.js';
import type { Store } from '../../store/store.js';
import { turn } from '../../turn.js';
import { baseUrl } from '../request/base-url.js';
import { digestOf, hasAlready, wrapPayload, writePayload } from '../response/envelope.js';
import type { KeepList } from '../response/list-cache.js';
import { type Retention, routeOf, type Step, type StepContext, shownSince } from '../state.js';
import { type FollowParts, follow } from './follow.js';
import { type RateLimiter, toSeconds } from './limit-calls.js';

interface AnswerParts extends FollowParts {
  store: Store;
  limiter: RateLimiter;
  keepList: KeepList;
  routes: readonly Route[];
  options: FollowParts['options'] & Retention;
}

export function answer(services: AnswerParts): Step {
  return async (ctx) => {
    const { state } = ctx;
    if (state.asksForStream) return follow(ctx, services);
    const { format = 'application/json', now } = state;
    const route = routeOf(state);
    const origin = baseUrl(ctx, services.options.publicUrl);
    const call = callOf(ctx, services, origin);
    // Earlier steps have checked the call against the schemas and the access of its route.
    const write = async () => writePayload(format, (await route.handle(call as never)) as object);
    const { params, query, shownSince, principal } = call;
    const payload = await (route.kept
      ? services.keepList(
          { grantId: principal?.grant_id, origin, resource: route.resource, params, query, shownSince, format },
          write,
        )
      : write());
    const head = { timestamp: Math.floor(now / 1000), resource: route.resource, request: ctx.path };
    ctx.status = 200;
    state.content = { type: `${format}; charset=utf-8`, body: wrapPayload(format, head, payload) };
    if (route.isOfClient) state.isPrivate = true;
    if (route.method !== 'GET' || route.isOfClient) return;
    // Weak, since answers that differ only in their timestamp have the same one. RFC 9110, section 8.8.3.
    state.content.etag = `W/"${digestOf(payload)}"`;
    if (hasAlready(ctx.req.headers, state.content.etag)) ctx.status = 304;
  };
}

function callOf(ctx: StepContext, { store, limiter, routes, options }: AnswerParts, origin: string) {
  const { now, clientAddress, principal, requestId, parameters } = ctx.state;
  // A literal: V8 takes three hundred times as long to add members to a copy of an object.
  return {
    params: parameters?.params ?? {},
    query: parameters?.query ?? {},
    body: parameters?.body ?? {},
    idempotencyKey: parameters?.idempotencyKey,
    principal,
    store,
    now: Math.floor(now / 1000),
    links: createLinks(origin),
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
    turn: async () => {
      await turn();
      if (!ctx.req.socket.destroyed) return;
      // Clients that reset their connections again and again would fill all slots.
      ctx.respond = false;
      throw new Failure('unavailable');
    },
  };
}

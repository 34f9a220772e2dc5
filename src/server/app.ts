import Router from '@koa/router';
import Koa from 'koa';
import compose from 'koa-compose';
import { Failure } from '../domain/failure.js';
import type { Path } from '../routes/define-path.js';
import { PREFIX } from '../routes/path.js';
import type { State, Step } from './context.js';
import { buildDocuments } from './documents/documents.js';
import { allowOrigins } from './middleware/allow-origins.js';
import { answer } from './middleware/answer.js';
import { answerErrors } from './middleware/answer-errors.js';
import { authenticate } from './middleware/authenticate.js';
import { authorize } from './middleware/authorize.js';
import { checkHealth } from './middleware/check-health.js';
import { checkRequest } from './middleware/check-request.js';
import { chooseFormat } from './middleware/choose-format.js';
import { enterPath } from './middleware/enter-path.js';
import { findClientAddress } from './middleware/find-client-address.js';
import { limitRate } from './middleware/limit-rate.js';
import { logRequest } from './middleware/log-request.js';
import { measureRequest } from './middleware/measure-request.js';
import { readFormat } from './middleware/read-format.js';
import { readTarget } from './middleware/read-target.js';
import { redirectVisitors } from './middleware/redirect-visitors.js';
import { refuseBlacklisted } from './middleware/refuse-blacklisted.js';
import { selectMethod } from './middleware/select-method.js';
import { sendAnswer } from './middleware/send-answer.js';
import { serveDocuments } from './middleware/serve-documents.js';
import { setHeaders } from './middleware/set-headers.js';
import { shedLoad } from './middleware/shed-load.js';
import { tagRequest } from './middleware/tag-request.js';
import { validate } from './middleware/validate.js';
import type { Services } from './services.js';

/** Builds the application: every step of a request, in order. */
export function createApp(services: Services): Koa<State> {
  const { blacklist, clock, stats, lifecycle, log, options } = services;
  const app = new Koa<State>();
  app.use(sendAnswer(lifecycle));
  app.use(readTarget);
  app.use(readFormat);
  app.use(tagRequest(clock));
  if (options.measureRequests) app.use(measureRequest(stats.other));
  if (options.requestLog) app.use(logRequest(log));
  app.use(setHeaders);
  app.use(answerErrors(log, options.defaultFormat));
  app.use(findClientAddress(options.trustedProxies));
  app.use(refuseBlacklisted(blacklist));
  app.use(allowOrigins(options.corsOrigins));
  app.use(checkHealth(services));
  app.use(shedLoad(lifecycle, stats, options));
  app.use(checkRequest);
  app.use(redirectVisitors);
  const documents = buildDocuments(services.routes, services.limiter.rate, options.contact);
  app.use(serveDocuments(documents, options.publicUrl));
  app.use(routing(services));
  app.use(() => {
    throw new Failure('route_not_found');
  });
  // Only broken connections and faults outside the step that answers errors reach this listener.
  app.on('error', (err: NodeJS.ErrnoException) => {
    if (err.code !== 'ECONNRESET' && err.code !== 'EPIPE') log.error({ err }, 'fault outside of a request');
  });
  return app;
}

/** Mounts every path of the routes with the steps that its calls take. */
function routing(services: Services): Step {
  const router = new Router<State>({ prefix: PREFIX });
  const plain = new Map<string, Step>();
  for (const path of new Set(services.routes.map((route) => route.path))) {
    const methods = services.routes.filter((route) => route.path === path);
    const way: Step[] = [
      enterPath(services.stats.of(path.path)),
      ...(path.rateLimited ? [limitRate(path, services)] : []),
      selectMethod(methods),
      authenticate(services),
      authorize,
      chooseFormat(services.options.defaultFormat),
      validate,
      answer(services),
    ];
    for (const pattern of routerPatterns(path)) router.all(pattern, ...way);
    const shortest = path.path.replace(/\[.*?\]/g, '');
    if (!shortest.includes('{')) plain.set(PREFIX + shortest, compose(way));
  }
  const route = router.routes() as Step;
  return (ctx, next) => {
    // A path without parameters, spelled as in the index, needs no matching of patterns.
    const way = plain.get(ctx.state.resourcePath);
    if (way) {
      ctx.params = {};
      return way(ctx, next);
    }
    // In a name, + stands for a space, as in a query.
    ctx.newRouterPath = ctx.state.resourcePath.replaceAll('+', '%20');
    return route(ctx, next);
  };
}

/** Returns the patterns of a path in the syntax of the router: `/character{/:uid}` for `/character[/{uid}]`. */
function routerPatterns(path: Path): string[] {
  return [path.path, ...(path.aliases ?? [])].map((pattern) =>
    pattern.replace(/\[(.*?)\]/g, '{$1}').replace(/\{(\w+)\}/g, ':$1'),
  );
}

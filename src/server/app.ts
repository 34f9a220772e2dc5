import Koa from 'koa';
import compose from 'koa-compose';
import { Failure } from '../domain/failure.js';
import type { Path } from '../routes/define-path.js';
import type { State, Step } from './context/state.js';
import type { ConnectionParts } from './http/listen.js';
import { allowOrigins } from './middleware/allow-origins.js';
import { checkHealth } from './middleware/check-health.js';
import { checkRequest } from './middleware/check-request.js';
import { findClientAddress } from './middleware/find-client-address.js';
import { findPath } from './middleware/find-path.js';
import { limitRate } from './middleware/limit-rate.js';
import { logRequest } from './middleware/log-request.js';
import { measureRequest } from './middleware/measure-request.js';
import { offerDemoToken } from './middleware/offer-demo-token.js';
import { redirectVisitors } from './middleware/redirect-visitors.js';
import { refuseBlacklisted } from './middleware/refuse-blacklisted.js';
import { answer } from './middleware/route/answer.js';
import { authenticate } from './middleware/route/authenticate.js';
import { authorize } from './middleware/route/authorize.js';
import { chooseFormat } from './middleware/route/choose-format.js';
import { follow } from './middleware/route/follow.js';
import { selectMethod } from './middleware/route/select-method.js';
import { validate } from './middleware/route/validate.js';
import { sendAnswer } from './middleware/send-answer.js';
import { serveAccounts } from './middleware/serve-accounts.js';
import { serveDocuments } from './middleware/serve-documents.js';
import { answerOAuthErrors, serveOAuth } from './middleware/serve-oauth.js';
import { setHeaders } from './middleware/set-headers.js';
import { shedLoad } from './middleware/shed-load.js';
import { tagRequest } from './middleware/tag-request.js';
import { trustIn } from './request/address.js';
import { PathRouter } from './request/path-router.js';
import { readFormat } from './request/read-format.js';
import { readTarget } from './request/read-target.js';
import { answerFailures, failureContent } from './response/answer-failure.js';
import type { SandboxSteps } from './sandbox-steps.js';
import type { Services } from './services.js';

/** Connects the service: its application, and what answers requests that Node cannot parse. */
export function connect(services: Services, sandbox?: SandboxSteps): ConnectionParts {
  const router = new PathRouter(services.routes);
  return {
    ...services,
    handle: createApp(services, router, sandbox).callback(),
    isTrusted: trustIn(services.options.trustedProxies),
    isRefused: (address, now) => services.blacklist.has(address, now),
  };
}

/** Builds the application: every step of a request, in order, with those of a sandbox if there is one. */
function createApp(services: Services, router: PathRouter, sandbox?: SandboxSteps): Koa<State> {
  const { blacklist, clock, stats, lifecycle, log, options, store } = services;
  const app = new Koa<State>();
  app.use(sendAnswer(lifecycle));
  app.use(readTarget);
  app.use(readFormat);
  if (sandbox) app.use(sandbox.first(router));
  app.use(tagRequest(clock));
  if (options.measureRequests) app.use(measureRequest(stats.other));
  if (options.requestLog) app.use(logRequest(log));
  app.use(setHeaders);
  app.use(answerFailures(log, failureContent(options.defaultFormat)));
  if (sandbox) app.use(sandbox.control);
  app.use(answerOAuthErrors(log, options.defaultFormat));
  app.use(findClientAddress(trustIn(options.trustedProxies)));
  app.use(refuseBlacklisted(blacklist));
  if (options.demoToken !== undefined) app.use(offerDemoToken(options.demoToken));
  app.use(allowOrigins(options.corsOrigins));
  app.use(checkHealth(store, lifecycle));
  app.use(findPath(router, stats));
  app.use(limitRate(services));
  if (sandbox) app.use(sandbox.afterCount);
  app.use(shedLoad(lifecycle, stats, options));
  app.use(checkRequest);
  app.use(routing(services, sandbox));
  app.use(serveAccounts(services));
  app.use(serveOAuth(services));
  app.use(redirectVisitors);
  app.use(serveDocuments(services.documents));
  app.use(() => {
    throw new Failure('route_not_found');
  });
  // Only broken connections and faults outside the step that answers errors reach this listener.
  app.on('error', (err: NodeJS.ErrnoException) => {
    if (err.code !== 'ECONNRESET' && err.code !== 'EPIPE') log.error({ err }, 'fault outside of a request');
  });
  return app;
}

/** Calls the route of the path that was found. */
function routing(services: Services, sandbox?: SandboxSteps): Step {
  const ways = new Map<Path, Step>();
  for (const path of new Set(services.routes.map((route) => route.path))) {
    const methods = services.routes.filter((route) => route.path === path);
    const steps: Step[] = [
      selectMethod(methods),
      authenticate(services.store, services.options.accessTokenParameter),
      authorize,
      chooseFormat(services.options.defaultFormat),
      validate,
      ...(sandbox ? [sandbox.beforeAnswer] : []),
      ...(methods.some(({ stream }) => stream) ? [follow(services)] : []),
      answer(services),
    ];
    ways.set(path, compose(steps));
  }
  return (ctx, next) => {
    const way = ctx.state.path && ways.get(ctx.state.path);
    return way ? way(ctx, next) : next();
  };
}

import Koa from 'koa';
import compose from 'koa-compose';
import type { Path } from '../routes/define-path.js';
import type { ConnectionParts } from './http/listen.js';
import { allowOrigins } from './middleware/allow-origins.js';
import { answer } from './middleware/answer.js';
import { authenticate } from './middleware/authenticate.js';
import { healthResources } from './middleware/check-health.js';
import { checkRequest } from './middleware/check-request.js';
import { findClientAddress } from './middleware/find-client-address.js';
import { findResource, selectMethod } from './middleware/find-route.js';
import { limitCalls } from './middleware/limit-calls.js';
import { observe } from './middleware/observe.js';
import { parseInput } from './middleware/parse-input.js';
import { answerFailures, sendAnswer } from './middleware/send-answer.js';
import { accountResources } from './middleware/serve-accounts.js';
import { documentResources } from './middleware/serve-documents.js';
import { oauthResources } from './middleware/serve-oauth.js';
import { trustIn } from './request/address.js';
import type { Services } from './services.js';
import type { Resource, State, Step } from './state.js';

export function connect(services: Services): ConnectionParts {
  return {
    ...services,
    handle: createApp(services).callback(),
    isTrusted: trustIn(services.options),
    isRefused: (address, now) => services.blacklist.has(address, now),
  };
}

function createApp(services: Services): Koa<State> {
  const { blacklist, lifecycle, log, options, routes, store } = services;
  const compound = (steps: Record<string, Step>) =>
    compose([...services.arrangeSteps(new Map(Object.entries(steps))).values()]);

  const apiResource = (path: Path): Resource => ({
    name: path.path,
    serve: compound({
      selectMethod: selectMethod(routes.filter((route) => route.path === path)),
      authenticate: authenticate(store, options.accessTokenParameter),
      parseInput: parseInput(options.defaultFormat),
      answer: answer(services),
    }),
  });
  const otherResources = [
    ...healthResources(store, lifecycle),
    ...documentResources(services.documents, options),
    ...oauthResources(services),
    ...accountResources(services),
  ];
  const app = new Koa<State>();
  app.use(
    compound({
      sendAnswer: sendAnswer(lifecycle),
      findResource: findResource(routes, apiResource, otherResources),
      observe: observe(services),
      answerFailures: answerFailures(log, options.defaultFormat),
      findClientAddress: findClientAddress(trustIn(options), blacklist),
      allowOrigins: allowOrigins(options.corsOrigins),
      limitCalls: limitCalls(services),
      checkRequest: checkRequest(lifecycle, options.maxRequests),
    }),
  );
  app.use((ctx, next) => ctx.state.resource.serve(ctx, next));
  // Only broken connections and faults outside the step that answers errors reach this listener.
  app.on('error', (err: NodeJS.ErrnoException) => {
    if (err.code !== 'ECONNRESET' && err.code !== 'EPIPE') log.error({ err }, 'fault outside of a request');
  });
  return app;
}

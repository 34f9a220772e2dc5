import type { Logger } from 'pino';
import type { Step } from '../context/state.js';

/** Logs one line for each request, without its query, body and headers, which can contain a token. */
export function logRequest(log: Logger): Step {
  if (!log.isLevelEnabled('info')) return (_ctx, next) => next();
  return async (ctx, next) => {
    const begun = performance.now();
    try {
      await next();
    } finally {
      const { requestId, clientAddress, principal, failure } = ctx.state;
      const isClosed = ctx.respond === false;
      log.info(
        {
          requestId,
          method: ctx.method,
          path: ctx.path,
          ...(!isClosed && { status: ctx.status }),
          ...(failure && { error: failure }),
          address: clientAddress,
          ...(principal && { client: principal.client_id }),
          ms: Math.round(performance.now() - begun),
        },
        isClosed || !ctx.writable ? 'closed' : 'answered',
      );
    }
  };
}

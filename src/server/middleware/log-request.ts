import type { Logger } from 'pino';
import type { Step } from '../context.js';

/** Logs one line for each request, without its query, body and headers, which can contain a token. */
export function logRequest(log: Logger): Step {
  return async (ctx, next) => {
    const begun = performance.now();
    try {
      await next();
    } finally {
      const { requestId, clientAddress, principal, failure } = ctx.state;
      log.info(
        {
          requestId,
          method: ctx.method,
          path: ctx.path,
          status: ctx.respond === false ? undefined : ctx.status,
          error: failure,
          address: clientAddress,
          client: principal?.client_id,
          ms: Math.round(performance.now() - begun),
        },
        ctx.respond === false || !ctx.writable ? 'closed' : 'answered',
      );
    }
  };
}

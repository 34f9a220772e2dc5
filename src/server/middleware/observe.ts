import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { REQUEST_ID } from '../../routes/parameters.js';
import { hasTokenInAddress } from '../request/bearer-token.js';
import { commonFields } from '../response/envelope.js';
import type { RequestMetrics, Step, StepContext } from '../state.js';

interface ObserveParts {
  clock(): number;
  log: Logger;
  metrics: RequestMetrics | undefined;
  options: { requestLog: boolean };
}

/** The log line has no query, body or header fields, which can contain a token. */
export function observe({ clock, log, metrics, options }: ObserveParts): Step {
  const isLogged = options.requestLog && log.isLevelEnabled('info');
  return async (ctx, next) => {
    const { state } = ctx;
    const sent = ctx.req.headers['x-request-id'];
    state.requestId = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
    state.now = clock();
    state.isPrivate = ctx.req.headers.authorization !== undefined || hasTokenInAddress(ctx);
    state.fields = commonFields(state.requestId);
    const begun = performance.now();
    try {
      await next();
    } finally {
      const duration = performance.now() - begun;
      const status = ctx.respond === false ? 'closed' : ctx.res.statusCode;
      metrics?.observe(state.resource.name, ctx.method, status, duration / 1000);
      if (isLogged) logAnswer(log, ctx, Math.round(duration));
    }
  };
}

function logAnswer(log: Logger, ctx: StepContext, ms: number): void {
  const { requestId, clientAddress, principal, failure } = ctx.state;
  const isClosed = ctx.respond === false;
  log.info(
    {
      requestId,
      method: ctx.method,
      path: ctx.path,
      status: isClosed ? undefined : ctx.status,
      error: failure,
      address: clientAddress,
      client: principal?.client_id,
      ms,
    },
    isClosed || !ctx.writable ? 'closed' : 'answered',
  );
}

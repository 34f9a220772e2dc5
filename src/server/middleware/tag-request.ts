import { randomUUID } from 'node:crypto';
import { REQUEST_ID } from '../../routes/header-fields.js';
import type { Step } from '../context/state.js';

/** Gives the request an id, the client's own if it sent a valid one, and a time. */
export function tagRequest(clock: () => number): Step {
  return (ctx, next) => {
    const sent = ctx.req.headers['x-request-id'];
    ctx.state.requestId = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
    ctx.state.now = clock();
    ctx.state.fields['X-Request-Id'] = ctx.state.requestId;
    return next();
  };
}

import { randomUUID } from 'node:crypto';
import type { Step } from '../context.js';

const SANE = /^[A-Za-z0-9._:-]{1,64}$/;

/** Gives the request a name, its caller's own if it sent a sane one, and a time. */
export function tagRequest(clock: () => number): Step {
  return (ctx, next) => {
    const sent = ctx.req.headers['x-request-id'];
    ctx.state.requestId = typeof sent === 'string' && SANE.test(sent) ? sent : randomUUID();
    ctx.state.now = clock();
    ctx.state.fields.push('X-Request-Id', ctx.state.requestId);
    return next();
  };
}

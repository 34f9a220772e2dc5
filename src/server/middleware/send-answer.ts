import type { ServerResponse } from 'node:http';
import type { State, Step, StepContext } from '../context.js';
import type { Lifecycle } from '../services.js';
import { EVENT_STREAM } from '../streams/message.js';

/** The state of the request that a response answers. A WeakMap of all requests would slow the garbage collection down. */
const STATE = Symbol('state');

/** Returns the state of the request that a response answers, once the first step has seen it. */
export function stateOf(response: ServerResponse & { [STATE]?: State }): State | undefined {
  return response[STATE];
}

/**
 * Sends the answer that the other steps have prepared, in one call: setting header fields one by one costs Node more than
 * the rest of a small answer. Koa sends answers without a `content`: documents and preflights.
 */
export function sendAnswer(lifecycle: Lifecycle): Step {
  return async (ctx, next) => {
    ctx.state.fields = [];
    (ctx.res as { [STATE]?: State })[STATE] = ctx.state;
    await next();
    if (ctx.respond === false) return;
    const { content, fields, closes, isPrivate } = ctx.state;
    if (isPrivate) fields.push('Cache-Control', 'no-store');
    // Also on an answer to a request that had begun before the service was closing.
    if (closes || lifecycle.closing) fields.push('Connection', 'close');
    if (ctx.state.stream) {
      ctx.respond = false;
      // nginx would gather the messages.
      fields.push('Content-Type', `${EVENT_STREAM}; charset=utf-8`, 'X-Accel-Buffering', 'no');
      ctx.res.writeHead(ctx.res.statusCode, fields);
      ctx.state.stream(ctx.res);
      return;
    }
    if (content === undefined) return setFields(ctx, fields);
    ctx.respond = false;
    const { type, text } = content;
    const length = Buffer.byteLength(text);
    fields.push('Content-Type', type, 'Content-Length', String(length));
    ctx.res.writeHead(ctx.res.statusCode, fields);
    // ASCII text is the same in both encodings, and latin1 is faster.
    ctx.res.end(text, length === text.length ? 'latin1' : 'utf8');
  };
}

/** Sets the fields that the answer does not have yet. */
function setFields(ctx: StepContext, fields: readonly string[]): void {
  for (let at = 0; at < fields.length; at += 2) {
    const [name, value] = [fields[at] as string, fields[at + 1] as string];
    if (name === 'Vary') ctx.vary(value);
    else if (!ctx.res.hasHeader(name)) ctx.set(name, value);
  }
}

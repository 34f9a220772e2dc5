import type { Step, StepContext } from '../context.js';
import type { Lifecycle } from '../services.js';

/**
 * Sends what the steps below have made, in one call: fields that are set one after the other cost Node more than
 * everything else that a small answer takes. What is no text of ours (a document, a preflight) is Koa's to send.
 */
export function sendAnswer(lifecycle: Lifecycle): Step {
  return async (ctx, next) => {
    ctx.state.fields = [];
    await next();
    if (ctx.respond === false) return;
    const { content, fields, closes, isPrivate } = ctx.state;
    if (isPrivate) fields.push('Cache-Control', 'no-store');
    // The caller learns that the connection ends, also where the request was begun before the service closed.
    if (closes || lifecycle.closing) fields.push('Connection', 'close');
    if (content === undefined) return setFields(ctx, fields);
    ctx.respond = false;
    const { type, text } = content;
    const length = Buffer.byteLength(text);
    fields.push('Content-Type', type, 'Content-Length', String(length));
    ctx.res.writeHead(ctx.res.statusCode, fields);
    // Text of ASCII alone is the same in both, and leaves faster in the simpler one.
    ctx.res.end(text, length === text.length ? 'latin1' : 'utf8');
  };
}

/** Sets the fields that the answer does not have in a form of its own. */
function setFields(ctx: StepContext, fields: readonly string[]): void {
  for (let at = 0; at < fields.length; at += 2) {
    const [name, value] = [fields[at] as string, fields[at + 1] as string];
    if (name === 'Vary') ctx.vary(value);
    else if (!ctx.res.hasHeader(name)) ctx.set(name, value);
  }
}

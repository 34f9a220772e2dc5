import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { Failure } from '../../domain/failure.js';
import { turn } from '../../turn.js';
import { EVENT_STREAM, formatForError } from '../request/negotiate.js';
import { vary, writeFailure } from '../response/envelope.js';
import type { Content, FormatName, Lifecycle, State, Step, StepContext } from '../state.js';

/**
 * The length from which sending an answer is long work: the system copies it at once. Beside sixty connections that ask for a document
 * of 300 kB again and again and read nothing, a new one waited for up to 240 ms.
 */
const LARGE = 64 * 1024;

/**
 * Sends the answer that the other steps have prepared, in one call: setting header fields one by one costs Node more than
 * the rest of a small answer. Koa sends answers without a `content`: documents and preflights.
 */
export function sendAnswer(lifecycle: Lifecycle): Step {
  return async (ctx, next) => {
    await next();
    if (ctx.respond === false) return;
    if (lengthOf(ctx) > LARGE) await turn();
    const { content, fields, closes, isPrivate = false } = ctx.state;
    const control = cacheControl(content, isPrivate);
    if (control !== undefined) fields['Cache-Control'] = control;
    // Also on an answer to a request that had begun before the service was closing.
    if (closes || lifecycle.closing) fields.Connection = 'close';
    if (ctx.state.stream) {
      ctx.respond = false;
      fields.Vary = vary.answer;
      fields['Content-Type'] = `${EVENT_STREAM}; charset=utf-8`;
      // nginx would gather the messages.
      fields['X-Accel-Buffering'] = 'no';
      ctx.res.writeHead(ctx.res.statusCode, fields);
      ctx.state.stream(ctx.res);
      return;
    }
    if (content === undefined) {
      ctx.vary(vary.document);
      ctx.set(fields);
      return;
    }
    ctx.respond = false;
    // What was kept elsewhere has an earlier time, and takes this one. RFC 9110, section 15.4.5.
    if (ctx.res.statusCode === 304) fields.Date = new Date(ctx.state.now).toUTCString();
    send(ctx.res, content, fields);
  };
}

/** Returns the length of the body of an answer, in bytes or in characters. */
function lengthOf({ state, body }: StepContext): number {
  const { length } = state.content?.body ?? (body as Buffer | string | null | undefined) ?? '';
  return length;
}

function send(response: ServerResponse, { type, body, etag }: Content, fields: State['fields']): void {
  fields.Vary = vary.answer;
  if (etag !== undefined) fields.ETag = etag;
  if (response.statusCode === 304) {
    response.writeHead(304, fields);
    response.end();
    return;
  }
  const length = Buffer.byteLength(body);
  fields['Content-Type'] = type;
  fields['Content-Length'] = String(length);
  response.writeHead(response.statusCode, fields);
  if (typeof body !== 'string') response.end(body);
  // ASCII text is the same in both encodings, and latin1 is faster.
  else response.end(body, length === body.length ? 'latin1' : 'utf8');
}

/**
 * Returns the rule for caches: what has an ETag may be kept, if it is asked for each time. Without a rule, a cache may keep a 404 as long as
 * it likes. RFC 9111, section 4.2.2.
 */
function cacheControl(content: Content | undefined, isPrivate: boolean): string | undefined {
  if (content?.etag !== undefined) return isPrivate ? 'private, no-cache' : 'public, no-cache';
  return isPrivate ? 'no-store' : content && 'no-cache';
}

/**
 * Creates the step that turns each failure of the steps below it into an answer: its status, its header fields, its line in the log, and
 * whether the connection closes. Any other exception is logged, and becomes `internal_error`. A resource that does not write its own
 * failures gets the shape of docs/wire.md, “Errors”.
 */
export function answerFailures(log: Logger, defaultFormat: FormatName): Step {
  return async (ctx, next) => {
    const { state } = ctx;
    try {
      await next();
    } catch (error) {
      const failure = error instanceof Failure ? error : new Failure('internal_error', undefined, {}, error);
      const { status, closes } = failure.definition;
      if (failure.cause !== undefined) log.error({ requestId: state.requestId, err: failure.cause }, failure.code);
      state.failure = failure.code;
      if (closes) state.closes = true;
      ctx.status = status;
      Object.assign(state.fields, fieldsOf(failure));
      if (state.resource.writeFailure) return state.resource.writeFailure(ctx, failure);
      const format = formatForError(ctx, defaultFormat);
      const body = writeFailure(format, failure, ctx.path, state.now);
      state.content = { type: `${format}; charset=utf-8`, body };
    }
  };
}

/** Returns the header fields that belong to a failure. */
function fieldsOf(failure: Failure): State['fields'] {
  const { allow, retry_after: retryAfter } = failure.details;
  return {
    ...(failure.definition.status === 401 && { 'WWW-Authenticate': challengeFor(failure) }),
    ...(allow && { Allow: allow.join(', ') }),
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
  };
}

/** Builds the WWW-Authenticate field of a 401. RFC 6750, section 3. */
function challengeFor(failure: Failure): string {
  const scope = failure.details.required_permission;
  if (scope !== undefined) return `Bearer realm="svcapi", error="insufficient_scope", scope="${scope}"`;
  // A request without credentials gets no error code: RFC 6750, section 3.1.
  return failure.code === 'token_missing' ? 'Bearer realm="svcapi"' : 'Bearer realm="svcapi", error="invalid_token"';
}

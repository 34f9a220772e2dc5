import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { Failure } from '../../domain/failure.js';
import { turn } from '../../turn.js';
import { EVENT_STREAM, formatForError } from '../request/negotiate.js';
import { vary, writeFailure } from '../response/envelope.js';
import type { Content, FormatName, Lifecycle, State, Step, StepContext } from '../state.js';

/** Length from which sending takes long: 60 clients that asked for 300 kB and read nothing delayed another by 240 ms. */
const LARGE = 64 * 1024;

/** Sends the answer in one call: single header fields cost Node more than the rest of a small answer. */
export function sendAnswer(lifecycle: Lifecycle): Step {
  return async (ctx, next) => {
    await next();
    if (ctx.respond === false) return;
    if (lengthOf(ctx) > LARGE) await turn();
    const { content, fields, closes, isPrivate = false } = ctx.state;
    const control = cacheControl(content, isPrivate);
    if (control !== undefined) fields['Cache-Control'] = control;
    // The service may have begun to close after the request arrived.
    if (closes || lifecycle.closing) fields.Connection = 'close';
    if (ctx.state.stream) {
      ctx.respond = false;
      fields.Vary = vary.answer;
      // Compression in development servers would hold the messages back.
      fields['Cache-Control'] = 'no-store, no-transform';
      fields['Content-Type'] = `${EVENT_STREAM}; charset=utf-8`;
      // nginx would buffer the messages.
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
    // A 304 updates the Date of the cached answer (RFC 9110, section 15.4.5).
    if (ctx.res.statusCode === 304) fields.Date = new Date(ctx.state.now).toUTCString();
    send(ctx.res, content, fields);
  };
}

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

/** An answer with an ETag needs a check each time. Without a rule, a cache may keep a 404 (RFC 9111, section 4.2.2). */
function cacheControl(content: Content | undefined, isPrivate: boolean): string | undefined {
  if (content?.etag !== undefined) return isPrivate ? 'private, no-cache' : 'public, no-cache';
  return isPrivate ? 'no-store' : content && 'no-cache';
}

/** Turns each failure into an answer. Any other exception is logged, and becomes `internal_error`. */
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

function fieldsOf(failure: Failure): State['fields'] {
  const { allow, retry_after: retryAfter } = failure.details;
  return {
    ...(failure.definition.status === 401 && { 'WWW-Authenticate': challengeFor(failure) }),
    ...(allow && { Allow: allow.join(', ') }),
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
  };
}

function challengeFor(failure: Failure): string {
  const scope = failure.details.required_permission;
  if (scope !== undefined) return `Bearer realm="svcapi", error="insufficient_scope", scope="${scope}"`;
  // A request without credentials gets no error code: RFC 6750, section 3.1.
  return failure.code === 'token_missing' ? 'Bearer realm="svcapi"' : 'Bearer realm="svcapi", error="invalid_token"';
}

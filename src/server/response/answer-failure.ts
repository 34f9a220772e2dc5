import type { Logger } from 'pino';
import { Failure } from '../../domain/failure.js';
import { formatForError } from '../request/negotiate.js';
import type { Format, FormatName, State, Step, StepContext } from '../state.js';
import { writeEnvelope } from './envelope.js';

/**
 * Creates the step that turns each failure of the steps below it into an answer: its status, its header fields, its line in the log, and
 * whether the connection closes. Any other exception is logged, and becomes `internal_error`.
 *
 * @param write sets the body for resources that do not write their own
 */
export function answerFailures(log: Logger, write: (ctx: StepContext, failure: Failure) => void): Step {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const failure = error instanceof Failure ? error : new Failure('internal_error', undefined, {}, error);
      const { status, closes } = failure.definition;
      const { state } = ctx;
      if (failure.cause !== undefined) log.error({ requestId: state.requestId, err: failure.cause }, failure.code);
      state.failure = failure.code;
      if (closes) state.closes = true;
      ctx.status = status;
      Object.assign(state.fields, fieldsOf(failure));
      (state.resource.writeFailure ?? write)(ctx, failure);
    }
  };
}

/** Creates the function that writes a failure in the shape of docs/wire.md, “Errors”. */
export function failureContent(defaultFormat: FormatName): (ctx: StepContext, failure: Failure) => void {
  return (ctx, failure) => {
    const format = formatForError(ctx, defaultFormat);
    ctx.state.content = {
      type: `${format}; charset=utf-8`,
      body: writeFailure(format, failure, ctx.path, ctx.state.now),
    };
  };
}

/**
 * Writes the envelope of a failure.
 *
 * @param now Unix milliseconds
 */
export function writeFailure(format: Format, failure: Failure, path: string, now: number): string {
  const { allow: _, ...details } = failure.details;
  const payload = { error_code: failure.definition.status, error_message: failure.message, error: failure.code };
  const timestamp = Math.floor(now / 1000);
  return writeEnvelope(format, { timestamp, resource: 'error', request: path, svcapi: { ...payload, ...details } });
}

/** Returns the header fields that belong to a failure. */
export function fieldsOf(failure: Failure): State['fields'] {
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

import type { Logger } from 'pino';
import { Failure } from '../../domain/failure.js';
import { formatForError } from '../request/negotiate.js';
import { writeFailure } from '../response/envelope.js';
import type { FormatName, State, Step } from '../state.js';

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

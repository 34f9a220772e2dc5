import type { Logger } from 'pino';
import { Failure } from '../../domain/failure.js';
import type { Step, StepContext } from '../context.js';
import { formatForError } from '../request/negotiate.js';
import { type Format, type FormatName, writeEnvelope } from '../response/write-envelope.js';

/** Answers failures in the shape of docs/wire.md, “Errors”. Any other exception is logged, and becomes `internal_error`. */
export function answerErrors(log: Logger, defaultFormat: FormatName): Step {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const failure = error instanceof Failure ? error : new Failure('internal_error', undefined, {}, error);
      if (failure.cause !== undefined) {
        log.error({ requestId: ctx.state.requestId, err: failure.cause }, failure.code);
      }
      answerFailure(ctx, failure, formatForError(ctx, defaultFormat));
    }
  };
}

function answerFailure(ctx: StepContext, failure: Failure, format: Format): void {
  const { status, closes } = failure.definition;
  ctx.state.failure = failure.code;
  ctx.status = status;
  if (closes) ctx.state.closes = true;
  ctx.state.fields.push(...fieldsOf(failure));
  const body = writeEnvelope(format, {
    timestamp: Math.floor(ctx.state.now / 1000),
    resource: 'error',
    request: ctx.path,
    svcapi: errorPayload(failure),
  });
  ctx.state.content = { type: `${format}; charset=utf-8`, body };
}

/** Returns the header fields that belong to a failure. */
export function fieldsOf(failure: Failure): string[] {
  const { allow, retry_after: retryAfter } = failure.details;
  return [
    ...(failure.definition.status === 401 ? ['WWW-Authenticate', challengeFor(failure)] : []),
    ...(allow ? ['Allow', allow.join(', ')] : []),
    ...(retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)]),
  ];
}

/** Builds the payload of an error. */
export function errorPayload(failure: Failure): object {
  const { allow: _, ...details } = failure.details;
  return { error_code: failure.definition.status, error_message: failure.message, error: failure.code, ...details };
}

/** Builds the WWW-Authenticate field of a 401. RFC 6750, section 3. */
function challengeFor(failure: Failure): string {
  const scope = failure.details.required_permission;
  if (scope !== undefined) return `Bearer realm="svcapi", error="insufficient_scope", scope="${scope}"`;
  // A request without credentials gets no error code: RFC 6750, section 3.1.
  return failure.code === 'token_missing' ? 'Bearer realm="svcapi"' : 'Bearer realm="svcapi", error="invalid_token"';
}

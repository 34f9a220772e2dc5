import { Failure } from '../../domain/failure.js';
import type { StepContext } from '../context.js';
import { formatForError } from '../request/negotiate.js';
import { writeXml } from '../response/write-xml.js';
import type { Services } from '../services.js';
import { OAuthError } from './oauth-error.js';
import type { LibraryAnswer } from './provider/run-library.js';
import { sendRefusal, wantsPage } from './refusal-page.js';

/** Sends the answer of an endpoint, with what existing clients expect beside the RFCs. */
export function answerOAuth(ctx: StepContext, services: Services, { status, body }: LibraryAnswer): void {
  const location = ctx.res.getHeader('Location');
  if (typeof location === 'string') {
    ctx.set('Location', withDescription(location));
    ctx.body = null;
  } else if (status >= 400 && ctx.method === 'GET' && wantsPage(ctx)) {
    const { error = '', error_description = '' } = body as Record<string, string>;
    sendRefusal(ctx, status, error, error_description);
    return;
  } else {
    sendFields(ctx, services, body);
  }
  ctx.status = status;
  if (!ctx.res.hasHeader('Cache-Control')) ctx.set('Cache-Control', 'no-store');
}

/** Adds `description`, which one client reads, beside the `error_description` of a refusal. */
function withDescription(location: string): string {
  if (!/[?&]error_description=/.test(location)) return location;
  const address = new URL(location);
  address.searchParams.set('description', address.searchParams.get('error_description') ?? '');
  return address.href;
}

/** Sends an error flat, with the status of its RFC. */
export function answerOAuthError(ctx: StepContext, services: Services, thrown: unknown): void {
  const { status, headers, body, error } = toOAuthError(ctx, services, thrown);
  if (status < 429 && ctx.method === 'GET' && /\/auth\b/i.test(ctx.path) && wantsPage(ctx)) {
    sendRefusal(ctx, status, error, body.error_description);
    return;
  }
  ctx.set({ 'Cache-Control': 'no-store', ...headers });
  sendFields(ctx, services, body);
  ctx.status = status;
}

function toOAuthError(ctx: StepContext, services: Services, error: unknown): OAuthError {
  if (error instanceof OAuthError) {
    services.oauth.stats.countRefused(ctx.state, error.error);
    return error;
  }
  const failure = error instanceof Failure ? error : new Failure('internal_error', undefined, {}, error);
  const { status, closes } = failure.definition;
  if (failure.cause !== undefined) {
    services.log.error({ requestId: ctx.state.requestId, err: failure.cause }, failure.code);
  }
  ctx.state.failure = failure.code;
  if (closes) ctx.state.closes = true;
  const { allow, retry_after } = failure.details;
  const headers = {
    ...(allow && { Allow: allow.join(', ') }),
    ...(retry_after !== undefined && { 'Retry-After': String(retry_after) }),
  };
  if (failure.code === 'rate_limit_exceeded')
    return new OAuthError('temporarily_unavailable', failure.message, 429, headers);
  const word = status === 503 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request';
  return new OAuthError(word, failure.message, status, headers);
}

/** Sends fields as JSON, or as XML to who prefers it. */
function sendFields(ctx: StepContext, { options }: Services, body: unknown): void {
  if (typeof body !== 'object' || body === null) {
    ctx.body = typeof body === 'string' ? body : '';
    return;
  }
  const format = formatForError(ctx, options.defaultFormat);
  if (format === 'application/json') {
    ctx.body = body;
    return;
  }
  ctx.body = writeXml('oauth', body as never);
  ctx.type = `${format}; charset=utf-8`;
}

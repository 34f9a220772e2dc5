import type { Failure } from '../../domain/failure.js';
import type { FormatName } from '../context/format.js';
import type { StepContext } from '../context/state.js';
import { formatForError } from '../request/negotiate.js';
import { writeXml } from '../response/write-xml.js';
import { OAuthError } from './oauth-error.js';
import { EMPTY_STATE } from './parameters.js';
import type { LibraryAnswer } from './provider/run-library.js';
import { sendRefusal, wantsPage } from './refusal-page.js';

/** Sends the answer of an endpoint, with what existing clients expect beside the RFCs. */
export function answerOAuth(ctx: StepContext, defaultFormat: FormatName, { status, body }: LibraryAnswer): void {
  const location = ctx.res.getHeader('Location');
  if (typeof location === 'string') {
    ctx.state.fields.Location = withDescription(location.replace(SENT_EMPTY_STATE, '$1'));
    ctx.body = null;
  } else if (status >= 400 && ctx.method === 'GET' && wantsPage(ctx)) {
    const { error = '', error_description = '' } = body as Record<string, string>;
    sendRefusal(ctx, status, error, error_description);
    return;
  } else {
    sendFields(ctx, defaultFormat, body);
  }
  ctx.status = status;
  ctx.state.fields['Cache-Control'] = 'no-store';
}

const SENT_EMPTY_STATE = new RegExp(`([?&#]state=)${encodeURIComponent(EMPTY_STATE)}(?=&|$)`);

/**
 * Adds `description`, which one client reads, beside the `error_description` of a refusal: in the query, or in the fragment for
 * programs that ask for a token there.
 */
function withDescription(location: string): string {
  if (!/[?&#]error_description=/.test(location)) return location;
  const address = new URL(location);
  const fragment = new URLSearchParams(address.hash.slice(1));
  const isFragment = fragment.has('error_description');
  const fields = isFragment ? fragment : address.searchParams;
  fields.set('description', fields.get('error_description') ?? '');
  if (isFragment) address.hash = fragment.toString();
  return address.href;
}

/** Sends an error flat, with the status of its RFC. */
export function sendOAuthError(ctx: StepContext, defaultFormat: FormatName, thrown: OAuthError): void {
  const { status, headers, body, error } = thrown;
  if (status < 429 && ctx.method === 'GET' && /\/auth\b/i.test(ctx.path) && wantsPage(ctx)) {
    sendRefusal(ctx, status, error, body.error_description);
    return;
  }
  Object.assign(ctx.state.fields, { 'Cache-Control': 'no-store', ...headers });
  sendFields(ctx, defaultFormat, body);
  ctx.status = status;
}

/** Returns a failure as an error of the protocol. */
export function toOAuthError({ code, message, definition: { status } }: Failure): OAuthError {
  if (code === 'rate_limit_exceeded') return new OAuthError('temporarily_unavailable', message, 429);
  const error = status === 503 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request';
  return new OAuthError(error, message, status);
}

/** Sends fields as JSON, or as XML to who prefers it. */
function sendFields(ctx: StepContext, defaultFormat: FormatName, body: unknown): void {
  if (typeof body !== 'object' || body === null) {
    ctx.body = typeof body === 'string' ? body : '';
    return;
  }
  const format = formatForError(ctx, defaultFormat);
  if (format === 'application/json') {
    ctx.body = body;
    return;
  }
  ctx.body = writeXml('oauth', body as never);
  ctx.type = `${format}; charset=utf-8`;
}

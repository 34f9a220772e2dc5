import type { Failure } from '../../domain/failure.js';
import { OAUTH } from '../../routes/path.js';
import { message, sendMessage } from '../documents/send-page.js';
import { formatForError } from '../request/negotiate.js';
import { writeXml } from '../response/write-xml.js';
import type { FormatName, StepContext } from '../state.js';

/** RFC 6749, section 5.2. */
export class OAuthError extends Error {
  readonly error: string;
  readonly status: number;

  constructor(error: string, description: string, status = 400) {
    super(description);
    this.name = 'OAuthError';
    this.error = error;
    this.status = status;
  }
}

export function toOAuthError({ code, message, definition: { status } }: Failure): OAuthError {
  if (code === 'rate_limit_exceeded') return new OAuthError('temporarily_unavailable', message, 429);
  const error = status === 503 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request';
  return new OAuthError(error, message, status);
}

/** Adds fields that existing clients expect beside the RFCs, or sends an error with its status. */
export function answerOAuth(ctx: StepContext, defaultFormat: FormatName, thrown?: OAuthError): void {
  const { status } = thrown ?? ctx;
  const body = thrown ? { error: thrown.error, error_description: thrown.message } : ctx.body;
  const location = thrown ? undefined : ctx.response.get('Location');
  const isRefused = !location && status >= 400 && !(thrown && status >= 429);
  if (isRefused && wantsPage(ctx)) {
    const { error, error_description: problem } = body as Record<string, string>;
    const text = `Start again in the program that sent you here. If it fails again, tell its author: ${error}, ${problem}.`;
    sendMessage(ctx, message(status, 'This request cannot be answered', text));
    return;
  }
  if (location) {
    ctx.set('Location', completeRedirect(location));
    ctx.body = null;
  } else sendFields(ctx, defaultFormat, body);
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
}

/** Adds `description` to a refusal, for one client. */
function completeRedirect(location: string): string {
  // Relative locations stay within the service.
  if (location.startsWith('/') || !/[?&#]error_description=/.test(location)) return location;
  const address = new URL(location);
  const fragment = new URLSearchParams(address.hash.slice(1));
  const fields = fragment.has('error') ? fragment : address.searchParams;
  fields.set('description', fields.get('error_description') ?? '');
  if (fields === fragment) address.hash = fragment.toString();
  return address.href;
}

/** Uses the host's default format only for the token endpoint. */
function sendFields(ctx: StepContext, defaultFormat: FormatName, body: unknown): void {
  const format = formatForError(ctx, ctx.state.resource.name === `${OAUTH}/token` ? defaultFormat : 'json');
  if (typeof body !== 'object' || body === null || format === 'application/json') {
    ctx.body = body ?? '';
    return;
  }
  ctx.body = writeXml('oauth', body as never);
  ctx.type = `${format}; charset=utf-8`;
}

function wantsPage(ctx: StepContext): boolean {
  const { name } = ctx.state.resource;
  const isForPeople = name === `${OAUTH}/auth` || name === `${OAUTH}/auth/{uid}`;
  return isForPeople && ctx.method === 'GET' && ctx.accepts('application/json', 'text/html') === 'text/html';
}

import { OAUTH } from '../../routes/path.js';
import { message, sendMessage } from '../documents/send-page.js';
import { formatForError } from '../request/negotiate.js';
import { writeXml } from '../response/write-xml.js';
import type { FormatName, StepContext } from '../state.js';
import type { OAuthError } from './oauth-error.js';

/** Adds fields that existing clients expect beside the RFCs, or sends an error with its status. */
export function answerOAuth(ctx: StepContext, defaultFormat: FormatName, thrown?: OAuthError): void {
  const { status } = thrown ?? ctx;
  const body = thrown ? { error: thrown.error, error_description: thrown.message } : ctx.body;
  const location = thrown ? undefined : ctx.response.get('Location');
  const isRefused = !location && status >= 400 && !(thrown && status >= 429);
  if (isRefused && wantsPage(ctx)) {
    sendRefusal(ctx, status, body as Record<string, string>);
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

/** Advice about requests that cannot be answered by a redirect, by error. */
const TEXTS: Record<string, { title: string; text: string }> = {
  invalid_client: {
    title: 'This program is not known here',
    text: 'The program that sent you here is not registered with this service, or was removed. Ask its author.',
  },
  invalid_redirect_uri: {
    title: 'This program asks for an answer at an unknown address',
    text: 'The address that it wants the answer at is not one that its author has registered. Nothing was sent there.',
  },
};

function wantsPage(ctx: StepContext): boolean {
  const { name } = ctx.state.resource;
  const isForPeople = name === `${OAUTH}/auth` || name === `${OAUTH}/auth/{uid}`;
  return isForPeople && ctx.method === 'GET' && ctx.accepts('application/json', 'text/html') === 'text/html';
}

function sendRefusal(
  ctx: StepContext,
  status: number,
  { error = '', error_description }: Record<string, string>,
): void {
  const { title, text } = TEXTS[error] ?? {
    title: 'This request cannot be answered',
    text: `Start again in the program that sent you here. If it fails again, tell its author: ${error}, ${error_description}.`,
  };
  sendMessage(ctx, message(status, title, text));
}

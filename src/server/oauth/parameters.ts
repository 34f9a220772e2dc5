import { Failure, invalidParameter } from '../../domain/failure.js';
import { isPermission } from '../../domain/permission.js';
import { isStorable } from '../../domain/text.js';
import { inviteBody, MAX_BODY, parseBody } from '../request/body.js';
import type { Body, StepContext } from '../state.js';
import { OAuthError } from './answer-oauth.js';

/** Others are ignored: RFC 6749, sections 3.1 and 3.2. */
const ALLOWED = {
  '/auth': `response_type client_id redirect_uri scope state code_challenge code_challenge_method prompt access_type
    renew_previously_granted`,
  '/token': `grant_type client_id client_secret code redirect_uri code_verifier refresh_token device_code scope`,
  '/device': 'client_id client_secret scope',
  '/revoke': 'token token_type_hint client_id client_secret',
  '/introspect': 'token token_type_hint client_id client_secret',
};

type EndpointPath = keyof typeof ALLOWED;

/** The account pages handle repeated sign-ins. */
const PROMPTS = ['consent', 'none'];

/** @throws {OAuthError} for characters that no answer could carry */
export function parametersOf(path: EndpointPath, given: Body): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of ALLOWED[path].split(/\s+/)) {
    // The library refuses a repeated one.
    for (const value of [given[name]].flat()) {
      const text = typeof value === 'string' ? normalize(name, value) : '';
      if (text !== '') parameters.append(name, text);
    }
  }
  if (![...parameters.values()].every(isStorable)) {
    throw new OAuthError('invalid_request', 'a parameter has control characters');
  }
  leaveOutUnknownScopes(parameters);
  return parameters;
}

/** Keeps the existing scopes, if any: the answer says which were granted. RFC 6749, section 3.3. */
function leaveOutUnknownScopes(parameters: URLSearchParams): void {
  const [scope = '', ...others] = parameters.getAll('scope');
  const known = scope.split(' ').filter(isPermission);
  if (known.length > 0 && others.length === 0) parameters.set('scope', known.join(' '));
}

function normalize(name: string, value: string): string {
  // Some programs put commas between scopes.
  if (name === 'scope') return (value.toLowerCase().match(/[^\s,]+/g) ?? []).join(' ');
  if (name !== 'prompt') return value;
  const prompts = value.split(' ').filter((prompt) => PROMPTS.includes(prompt));
  return prompts.join(' ');
}

/** Requires a permission: the library would ask for none. */
export function scopeProblem(scope: string): string | undefined {
  if (scope === '') return 'scope is missing; name at least one permission';
  return scope.split(' ').some(isPermission)
    ? undefined
    : 'scope names no permission that exists; the metadata lists them';
}

/**
 * Reads a form, also repeatedly, and as `multipart/form-data`, which one client library sends.
 *
 * @throws {Failure} `payload_too_large`, `unsupported_media_type`, or `invalid_parameter` for a malformed body
 */
export async function formOf(path: EndpointPath, ctx: StepContext): Promise<URLSearchParams> {
  return parametersOf(path, ctx.request.is('multipart/form-data') ? await readMultipart(ctx) : await parseBody(ctx));
}

async function readMultipart(ctx: StepContext): Promise<Body> {
  if (ctx.state.body) return ctx.state.body;
  if (ctx.get('Content-Encoding') !== '') throw new Failure('unsupported_media_type');
  inviteBody(ctx);
  // A slow body does not occupy a slot.
  ctx.state.place?.leave();
  const body = await readAll(ctx);
  ctx.state.place?.take();
  const form: Body = {};
  ctx.state.body = form;
  if (body.length === 0) return form;
  try {
    const response = new Response(body, { headers: { 'Content-Type': ctx.get('Content-Type') } });
    for (const [name, value] of await response.formData())
      if (typeof value === 'string') form[name] = name in form ? [form[name], value].flat() : value;
  } catch {
    ctx.state.closes = true;
    throw invalidParameter('body', 'The body is malformed: it cannot be parsed as its Content-Type says.');
  }
  return form;
}

async function readAll(ctx: StepContext): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of ctx.req) {
    length += chunk.length;
    if (length > MAX_BODY) throw new Failure('payload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

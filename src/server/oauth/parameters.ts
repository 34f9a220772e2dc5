import { isPermission } from '../../domain/permission.js';
import { isStorable } from '../../domain/text.js';
import type { Body } from '../state.js';
import { OAuthError } from './oauth-error.js';

/** Others are ignored: RFC 6749, sections 3.1 and 3.2. */
const ALLOWED = {
  '/auth': `response_type client_id redirect_uri scope state code_challenge code_challenge_method prompt access_type
    renew_previously_granted`,
  '/token': `grant_type client_id client_secret code redirect_uri code_verifier refresh_token device_code scope`,
  '/device': 'client_id client_secret scope',
  '/revoke': 'token token_type_hint client_id client_secret',
  '/introspect': 'token token_type_hint client_id client_secret',
};

export type EndpointPath = keyof typeof ALLOWED;

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
